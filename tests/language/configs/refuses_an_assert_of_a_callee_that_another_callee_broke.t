config Cfg:
    n: index
def g(A: [f32][4]):
    assert Cfg.n <= 4
    for i in seq(0, Cfg.n):
        A[i] = 1.0
def h(n: size):
    Cfg.n = n
def p(n: size, A: f32[4]):
    assert Cfg.n <= 4
    h(n)
    g(A)
---- expect error assert
Cfg.n <= 4 holds at the call of g
