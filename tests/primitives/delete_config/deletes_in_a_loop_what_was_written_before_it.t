config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    Cfg.f = n
    for i in seq(0, n):
        Cfg.f = n
        if i < Cfg.f:
            A[i] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = _ #1')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    Cfg.f = n
    for i in seq(0, n):
        if i < Cfg.f:
            A[i] = 1.0
