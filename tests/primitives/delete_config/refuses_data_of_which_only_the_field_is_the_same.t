config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    Cfg.s = 1.0
    Cfg.s = 2.0
    A[0] = Cfg.s
---- schedule
p = delete_config(p, 'Cfg.s = 2.0')
---- expect error delete_config.S1
A[0] = Cfg.s
