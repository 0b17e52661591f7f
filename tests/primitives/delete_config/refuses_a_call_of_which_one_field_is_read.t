config Cfg:
    f: index
    g: index
def setup(n: size):
    Cfg.g = 4
    if n < 4:
        Cfg.f = n
def p(n: size, A: f32[4]):
    Cfg.f = 2
    setup(n)
    if Cfg.f < 2:
        A[0] = 1.0
    else:
        A[0] = 2.0
---- schedule
p = delete_config(p, 'setup(_)')
---- expect error delete_config.S1
Cfg.f is written again before `if Cfg.f < 2:`
