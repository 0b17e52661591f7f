config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def bump(x: [f32][2]):
    x[1] = 7.0
def p(A: f32[4], x: f32[4]):
    Cfg.s = x[2]
    bump(x[1:3])
    Cfg.s = x[2]
    A[0] = Cfg.s
---- schedule
p = delete_config(p, 'Cfg.s = _ #1')
---- expect error delete_config.S1
A[0] = Cfg.s
