config Cfg:
    n: index
def bump(x: f32):
    Cfg.n = 7
def p(A: f32[4], x: f32):
    if Cfg.n >= 0 and Cfg.n < 4:
        bump(x)
        A[Cfg.n] = 1.0
---- expect error bounds
A[Cfg.n] lies in A
