config Cfg:
    f: index
    b: bool
    s: f32

def f(go: bool, A: [f32][8]):
    if go:
        A[0] = 1.0
    Cfg.b = False
    if go:
        A[1] = 1.0
def p(A: f32[8]):
    if Cfg.b:
        A[0] = 1.0
    Cfg.b = False
    if Cfg.b:
        A[1] = 1.0
---- schedule
p = replace(p, 'if _: _', f)
---- expect error replace.S1
argument Cfg.b
