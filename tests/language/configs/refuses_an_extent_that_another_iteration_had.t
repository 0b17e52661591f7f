config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size):
    Cfg.f = 4
    for i in seq(0, n):
        t: f32[Cfg.f]
        t[3] = 1.0
        Cfg.f = 3
---- expect error bounds
the extent Cfg.f of t
