config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0
def p(A: f32[4], B: f32[4]):
    Cfg.f = 4
    use(A)
    Cfg.f = 5
    B[0] = 1.0
---- schedule
p, part = extract_subproc(p, 'use(_)', 'part')
body = inline(part, 'use(_)')
p = replace(p, 'B[0] = _', body)
---- expect error replace.S2
Cfg.f == 4 holds
