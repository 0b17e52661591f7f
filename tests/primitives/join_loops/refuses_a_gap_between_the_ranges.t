def p(n: size, A: f32[2 * n + 1]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(n + 1, 2 * n + 1):
        A[i] = 1.0
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.S2
counterexample: n = 1
replayed: A[1]
