config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n + 4]):
    Cfg.f = n + 1
    A[0] = 1.0
    Cfg.f = 1 + n
    if Cfg.f < 9:
        A[1] = 2.0
---- schedule
p = delete_config(p, 'Cfg.f = _ #1')
---- expect
def p(n: size, A: f32[n + 4] @ DRAM):
    Cfg.f = n + 1
    A[0] = 1.0
    if Cfg.f < 9:
        A[1] = 2.0
