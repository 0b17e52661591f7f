config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size):
    Cfg.f = n
    t: f32[Cfg.f]
    Cfg.f = 1
    for i in seq(0, n):
        t[i] = 1.0
---- expect
def p(n: size):
    Cfg.f = n
    t: f32[Cfg.f] @ DRAM
    Cfg.f = 1
    for i in seq(0, n):
        t[i] = 1.0
