config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def p(n: size, A: f32[n, 4]):
    Cfg.f = 4
    Cfg.g = 4
    for i in seq(0, n):
        use(A[i, 0:4])
        Cfg.f = Cfg.g
        Cfg.g = i
---- expect error assert
Cfg.f == 4
