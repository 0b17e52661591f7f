def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = divide_with_recompute(p, 'i', 'n / 4', 4, ['io', 'ii'])
---- expect error divide_with_recompute.S3
counterexample: n = 1
replayed: A[0]
