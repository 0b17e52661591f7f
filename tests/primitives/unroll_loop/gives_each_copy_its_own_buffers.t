def p(A: f32[8]):
    for i in seq(0, 2):
        x: f32
        x = A[i]
        for j in seq(0, 2):
            A[i + 2 * j] = x
---- schedule
p = unroll_loop(p, 'i')
---- expect
