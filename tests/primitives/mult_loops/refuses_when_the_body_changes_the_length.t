config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, Cfg.n):
        for j in seq(0, 8):
            A[j] = 1.0
            Cfg.n = 3
---- schedule
p = mult_loops(p, 'i', 'k')
---- expect error mult_loops.R6
writes configuration
