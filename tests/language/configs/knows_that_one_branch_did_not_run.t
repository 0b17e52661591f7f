config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def p(n: size, A: f32[4]):
    Cfg.f = 0
    if n < 8:
        Cfg.f = 4
    if n < 6:
        use(A)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    Cfg.f = 0
    if n < 8:
        Cfg.f = 4
    if n < 6:
        use(A)
