config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def use(k: size, A: [f32][k]):
    assert Cfg.f == k + 1
    assert Cfg.g == 4
    A[0] = 1.0
def p(n: size, A: f32[n]):
    assert Cfg.g == 4
    Cfg.f = n + 1
    for i in seq(0, n):
        use(n, A)
---- schedule
p, part = extract_subproc(p, 'for i in _: _', 'part')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert Cfg.g == 4
    Cfg.f = n + 1
    part(n, A)
