def p(A: f32[10]):
    for i in par(0, 10):
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 2, 4, ['io', 'ii'])
---- expect error divide_with_recompute.R6
the same iteration at once
