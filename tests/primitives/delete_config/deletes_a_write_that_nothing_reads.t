config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def p(n: size, A: f32[n]):
    Cfg.f = n
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 1.0
