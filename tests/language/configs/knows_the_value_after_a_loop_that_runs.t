config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def p(n: size, A: f32[4]):
    for i in seq(0, n):
        Cfg.f = i + 5 - n
    use(A)
---- expect
def p(n: size, A: f32[4] @ DRAM):
    for i in seq(0, n):
        Cfg.f = i + 5 - n
    use(A)
