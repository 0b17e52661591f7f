config Cfg:
    n: index
def p(A: f32[8] @ DRAM):
    for i in seq(0, 8):
        if i < Cfg.n:
            Cfg.n = 2
            A[i] = 1.0
---- schedule
p, f = extract_subproc(p, 'Cfg.n = _ ; A[_] = _', 'f')
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(0, 8):
        if i < Cfg.n:
            f(A, i)
