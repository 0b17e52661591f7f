def p(n: size, A: f32[2 * n]):
    for i in seq(0, n):
        A[i] = 1.0
    A[0] = 2.0
    for i in seq(n, 2 * n):
        A[i] = 1.0
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.R1
the loop after it
