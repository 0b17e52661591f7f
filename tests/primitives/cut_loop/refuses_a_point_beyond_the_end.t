def p(n: size, A: f32[n + 4]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = cut_loop(p, 'i', 4)
---- expect error cut_loop.S1
at most the end
counterexample
