config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def use(A: [f32][4]):
    assert Cfg.f == 4
    for i in seq(0, 4):
        A[i] = 1.0
def p(A: f32[4]):
    Cfg.f = 4
    use(A[0:4])
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect error delete_config.S1
use(A[0:4])
