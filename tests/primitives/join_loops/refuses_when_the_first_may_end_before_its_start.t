def p(n: size, m: size, A: f32[n + 2 * m]):
    for i in seq(m, n):
        A[i] = 1.0
    for i in seq(n, 2 * m):
        A[i] = 1.0
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.S2
assert that the bounds come in this order
replayed: A[
