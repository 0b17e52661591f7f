config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[8]):
    Cfg.f = 4
    for i in seq(0, n):
        w = A[Cfg.f:Cfg.f + 4]
        w[3] = 1.0
        Cfg.f = 5
---- expect error bounds

