config Cfg:
    n: size
def p(A: f32[10]):
    for i in seq(0, 10):
        Cfg.n = 1
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 'Cfg.n', 4, ['io', 'ii'])
---- expect error divide_with_recompute.R5
writes configuration
