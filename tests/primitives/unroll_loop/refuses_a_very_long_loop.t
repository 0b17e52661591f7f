def p(A: f32[100000]):
    for i in seq(0, 100000):
        A[i] = 1.0
---- schedule
p = unroll_loop(p, 'i')
---- expect error unroll_loop.R2
0 to 100000
