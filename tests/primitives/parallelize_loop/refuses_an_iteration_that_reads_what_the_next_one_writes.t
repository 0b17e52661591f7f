def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        A[i] = A[i + 1]
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.S1
counterexample: n = 2
