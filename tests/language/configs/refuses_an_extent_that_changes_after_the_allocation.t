config Cfg:
    n: index
def p():
    assert Cfg.n >= 1
    t: f32[Cfg.n]
    Cfg.n = 8
    t[Cfg.n - 1] = 1.0
---- expect error bounds
t[Cfg.n - 1] lies in t
