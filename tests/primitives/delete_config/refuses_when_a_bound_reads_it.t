config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[8]):
    assert Cfg.f <= 8
    Cfg.f = 8
    for i in seq(0, Cfg.f):
        A[i] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect error delete_config.S1
for i in seq(0, Cfg.f):
