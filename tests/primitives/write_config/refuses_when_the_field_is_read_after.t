config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    A[0] = 0.0
    A[1] = Cfg.s
---- schedule
p = write_config(p, 'A[0] = _', Cfg, 's', '4.0')
---- expect error write_config.S1
A[1] = Cfg.s
