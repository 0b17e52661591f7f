config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    Cfg.f = 3
    for i in seq(0, n):
        Cfg.f = i
    if Cfg.f < 3:
        A[0] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = 3')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.f = i
    if Cfg.f < 3:
        A[0] = 1.0
