config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n], x: f32[n]):
    for i in seq(0, n):
        Cfg.s = x[i]
        A[i] = 0.0
        Cfg.s = x[i]
        A[i] += Cfg.s
---- schedule
p = delete_config(p, 'Cfg.s = _ #1')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.s = x[i]
        A[i] = 0.0
        A[i] += Cfg.s
