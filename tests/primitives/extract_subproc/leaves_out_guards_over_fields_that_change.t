config Cfg:
    n: index
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < Cfg.n:
            Cfg.n = 2
            A[i] = 1.0
---- schedule
p, f = extract_subproc(p, 'Cfg.n = _ ; A[_] = _', 'f')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i < Cfg.n:
            f(n, A, i)
