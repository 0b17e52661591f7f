config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def use(A: [f32][4]):
    assert Cfg.b
    A[0] = 1.0
def p(n: size, A: f32[4]):
    Cfg.b = n < 4
    if n < 3:
        use(A)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    Cfg.b = n < 4
    if n < 3:
        use(A)
