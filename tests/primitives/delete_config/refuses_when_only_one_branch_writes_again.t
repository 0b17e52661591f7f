config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[4]):
    Cfg.f = 3
    if n < 4:
        Cfg.f = 2
    if Cfg.f < 3:
        A[0] = 1.0
    else:
        A[0] = 2.0
---- schedule
p = delete_config(p, 'Cfg.f = 3')
---- expect error delete_config.S1
if Cfg.f < 3:
