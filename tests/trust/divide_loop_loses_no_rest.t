def chain(n: size, A: f32[n], B: f32[n], E: f32[n]):
    for i in seq(0, n):
        E[i] = A[i] + B[i]
---- schedule
p = divide_loop(p, 'i', 32, ['io', 'ii'], tail='perfect')
---- expect error divide_loop.S1
counterexample
