config Cfg:
    n: index
def p(A: f32[8] @ DRAM):
    if 0 <= Cfg.n:
        if Cfg.n < 4:
            w = A[Cfg.n:Cfg.n + 4]
            for i in seq(0, 4):
                w[i] = 1.0
---- schedule
p, f = extract_subproc(p, 'for i in _: _', 'f')
---- expect
def p(A: f32[8] @ DRAM):
    if 0 <= Cfg.n:
        if Cfg.n < 4:
            w = A[Cfg.n:Cfg.n + 4]
            f(w)
