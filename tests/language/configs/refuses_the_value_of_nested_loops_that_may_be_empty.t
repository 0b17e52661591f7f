config Cfg:
    len: index
def p(n: size, m: size, A: f32[n]):
    assert Cfg.len < n + m
    assert Cfg.len >= 0
    for i in seq(0, m):
        for j in seq(0, i):
            Cfg.len = 0
    A[Cfg.len] = 1.0
---- expect error bounds
A[Cfg.len] lies in A
