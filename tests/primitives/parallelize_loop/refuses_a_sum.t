def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x += A[i]
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.S1
counterexample
expand_dim
which shows no race
