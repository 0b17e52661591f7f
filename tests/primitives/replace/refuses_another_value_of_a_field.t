config Cfg:
    f: index
    b: bool
    s: f32

def f(A: [f32][8]):
    Cfg.f = 4
    A[0] = 1.0
def p(n: size, A: f32[8]):
    Cfg.f = n
    A[0] = 1.0
---- schedule
p = replace(p, 'Cfg.f = _', f)
---- expect error replace.S1
