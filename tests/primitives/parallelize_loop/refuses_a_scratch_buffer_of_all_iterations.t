def p(n: size, A: f32[n]):
    t: f32
    for i in seq(0, n):
        t = A[i]
        A[i] = t + t
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.S1
counterexample
