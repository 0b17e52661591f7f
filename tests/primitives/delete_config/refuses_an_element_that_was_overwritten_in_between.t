config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4], x: f32[4]):
    Cfg.s = x[0]
    w = x[0:2]
    w[0] = 5.0
    Cfg.s = x[0]
    A[0] = Cfg.s
---- schedule
p = delete_config(p, 'Cfg.s = _ #1')
---- expect error delete_config.S1
A[0] = Cfg.s
