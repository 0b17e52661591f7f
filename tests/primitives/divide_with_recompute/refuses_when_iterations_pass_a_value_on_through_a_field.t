config Cfg:
    n: index
def p(A: f32[10]):
    for i in seq(0, 10):
        if i < 6:
            Cfg.n = i
        if i > 3:
            A[i] = 1.0
            if Cfg.n > 5:
                A[i] = 2.0
---- schedule
p = divide_with_recompute(p, 'i', 2, 4, ['io', 'ii'])
---- expect error divide_with_recompute.S1
Cfg.n
