def last(n: size, A: f32[n], b: f32):
    for r in seq(0, n):
        b = A[r]
---- schedule
p = parallelize_loop(p, 'r')
---- expect error parallelize_loop.S1
counterexample
