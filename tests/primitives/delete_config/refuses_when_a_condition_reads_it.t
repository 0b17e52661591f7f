config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    Cfg.f = 3
    if Cfg.f < 4:
        A[0] = 1.0
    else:
        A[0] = 2.0
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect error delete_config.S1
Cfg.f is written again before `if Cfg.f < 4:`
