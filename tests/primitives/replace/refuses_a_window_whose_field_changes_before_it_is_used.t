config Cfg:
    f: index
def one(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] += 1.0
def f(A: [f32][8]):
    A[0] = 0.0
    Cfg.f = 4
    w = A[Cfg.f:8]
    Cfg.f = 3
    one(4, w)
def p(X: f32[8]):
    X[0] = 0.0
    Cfg.f = 4
    Cfg.f = 3
    one(4, X[3:7])
---- schedule
p = replace(p, 'X[0] = _', f)
---- expect error replace.S1
