config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def use(A: [f32][4]):
    assert Cfg.f == 4
    A[0] = 1.0

def set(n: index, x: [f32][2]):
    for i in seq(0, n):
        Cfg.f = 5
def p(A: f32[4]):
    Cfg.f = 4
    set(1, A[0:2])
    use(A)
---- expect error assert
Cfg.f == 4
