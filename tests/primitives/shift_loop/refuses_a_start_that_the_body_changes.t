config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, 8):
        Cfg.n = 2
        A[i] = 1.0
---- schedule
p = shift_loop(p, 'i', 'Cfg.n')
---- expect error shift_loop.R2
