def p(n: size, m: size, A: f32[n + m + 4]):
    for i in seq(0, n - m):
        A[i] = 1.0
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'ii'], tail='cut_and_guard')
---- expect error divide_loop.S2
counterexample
replayed: p: A[
