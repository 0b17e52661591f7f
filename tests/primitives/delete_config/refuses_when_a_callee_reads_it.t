config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def use(A: [f32][4]):
    for i in seq(0, 4):
        A[i] = Cfg.s
def p(A: f32[4]):
    Cfg.s = 2.0
    use(A[0:4])
---- schedule
p = delete_config(p, 'Cfg.s = _')
---- expect error delete_config.S1
use(A[0:4])
