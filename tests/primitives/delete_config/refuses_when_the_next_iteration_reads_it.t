config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    Cfg.f = 0
    for i in seq(0, n):
        if Cfg.f < 1:
            A[i] = 1.0
        else:
            A[i] = 2.0
        Cfg.f = 1
---- schedule
p = delete_config(p, 'Cfg.f = 1')
---- expect error delete_config.S1
if Cfg.f < 1:
