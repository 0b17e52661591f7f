def p(A: f32[10]):
    for i in seq(0, 10):
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 2, 0, ['io', 'ii'])
---- expect error divide_with_recompute.R2
the stride is 0
