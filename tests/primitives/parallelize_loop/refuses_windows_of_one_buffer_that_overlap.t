def p(n: size, A: f32[n + 4]):
    v = A[2:n + 4]
    for i in seq(0, n):
        w = A[i:i + 2]
        w[1] = v[i]
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.S1
counterexample
