config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    Cfg.f = 4
    t: f32[Cfg.f]
    Cfg.f = 8
    t[4] = 1.0
---- expect error bounds
t[4] lies in t
