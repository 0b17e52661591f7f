config Cfg:
    f: index
    b: bool
    s: f32

def f(A: [f32][8]):
    assert Cfg.f <= 8
    for i in seq(0, Cfg.f):
        A[i] = 1.0
def p(A: f32[8]):
    Cfg.f = 8
    for i in seq(0, 8):
        A[i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(A: f32[8] @ DRAM):
    Cfg.f = 8
    f(A[0:8])
