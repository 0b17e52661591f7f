config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def p(n: index, A: f32[4]):
    for i in seq(0, n):
        Cfg.f = 4
    use(A)
---- expect error assert
Cfg.f == 4
