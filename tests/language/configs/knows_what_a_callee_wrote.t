config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def set(n: index, x: [f32][2]):
    for i in seq(0, 2):
        Cfg.f = n - i + 1
def p(A: f32[4]):
    set(4, A[0:2])
    use(A)
---- expect
def p(A: f32[4] @ DRAM):
    set(4, A[0:2])
    use(A)
