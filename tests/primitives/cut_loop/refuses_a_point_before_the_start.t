def p(n: size, m: size, A: f32[n + 4]):
    assert n >= m
    for i in seq(m, n):
        A[i] = 1.0
---- schedule
p = cut_loop(p, 'i', 'm - 1')
---- expect error cut_loop.S1
at least the start
counterexample
