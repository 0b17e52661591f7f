config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i < 4:
            A[i] = 1.0
---- schedule
p = bind_config(p, '_ < 4', Cfg, 'b')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.b = i < 4
        if Cfg.b:
            A[i] = 1.0
