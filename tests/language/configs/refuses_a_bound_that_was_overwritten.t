config Cfg:
    n: index
def p(n: size, A: f32[n]):
    assert Cfg.n <= n
    Cfg.n = n + 1
    for i in seq(0, Cfg.n):
        A[i] = 1.0
---- expect error bounds
A[i] lies in A
