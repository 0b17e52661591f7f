config Cfg:
    n: index
def p(A: f32[4]):
    if Cfg.n >= 0 and Cfg.n < 4:
        Cfg.n = Cfg.n + 1
        A[Cfg.n] = 1.0
---- expect error bounds
A[Cfg.n] lies in A
