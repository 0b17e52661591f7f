config Cfg:
    n: index
def p(n: size, A: f32[n]):
    assert Cfg.n == n
    w = A[0:Cfg.n]
    for i in seq(0, n):
        w[i] = 1.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert Cfg.n == n
    w = A[0:Cfg.n]
    for i in seq(0, n):
        w[i] = 1.0
