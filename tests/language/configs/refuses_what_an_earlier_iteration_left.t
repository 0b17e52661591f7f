config Cfg:
    len: index
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        for j in seq(0, 2):
            Cfg.len = i + j
    A[Cfg.len] = 1.0
---- expect error bounds
A[Cfg.len] lies in A
