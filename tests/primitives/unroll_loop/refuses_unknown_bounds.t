def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = unroll_loop(p, 'i')
---- expect error unroll_loop.R1
