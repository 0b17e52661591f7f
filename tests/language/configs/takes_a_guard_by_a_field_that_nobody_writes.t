config Cfg:
    n: index
def p(A: f32[4]):
    if Cfg.n >= 0 and Cfg.n < 4:
        A[Cfg.n] = 1.0
---- expect
def p(A: f32[4] @ DRAM):
    if Cfg.n >= 0 and Cfg.n < 4:
        A[Cfg.n] = 1.0
