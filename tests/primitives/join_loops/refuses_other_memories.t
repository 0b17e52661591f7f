def p(n: size, A: f32[2 * n]):
    for i in seq(0, n):
        t: f32[4] @ DRAM_STACK
        t[0] = 1.0
        A[i] = t[0]
    for i in seq(n, 2 * n):
        t: f32[4]
        t[0] = 1.0
        A[i] = t[0]
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.R3
the bodies differ
