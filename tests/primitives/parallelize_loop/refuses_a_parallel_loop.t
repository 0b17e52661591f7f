def p(n: size, A: f32[n]):
    for i in par(0, n):
        A[i] = 1.0
---- schedule
p = parallelize_loop(p, 'i')
---- expect error parallelize_loop.R1
parallel already
