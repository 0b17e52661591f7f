config Cfg:
    f: index
    b: bool
    s: f32

def f(A: [f32][8]):
    for i in seq(0, 4):
        if Cfg.f < 3:
            A[i] = 1.0
        Cfg.f = i
def p(A: f32[8]):
    Cfg.f = 0
    for i in seq(0, 4):
        if i < 3:
            A[i] = 1.0
        Cfg.f = i
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S1
