def f(x: f32[10]):
    for r in seq(0, 10):
        x[r] = select(x[0], 2.0, 2.0, x[r])
---- schedule
p = parallelize_loop(p, 'r')
---- expect error parallelize_loop.S1
counterexample
