config Cfg:
    n: size
def p(A: f32[8]):
    if Cfg.n < 3:
        Cfg.n = 4
        if Cfg.n < 3:
            A[0] = 1.0
---- schedule
p = simplify(p)
---- expect
def p(A: f32[8] @ DRAM):
    if Cfg.n < 3:
        Cfg.n = 4
        if Cfg.n < 3:
            A[0] = 1.0
