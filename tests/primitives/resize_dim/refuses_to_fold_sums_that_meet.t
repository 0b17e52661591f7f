def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in seq(0, n):
        t[i] = 0.0
    for k in seq(0, 2):
        for i in seq(0, n):
            t[i] += A[i]
    for i in seq(0, n):
        B[i] = t[i]
---- schedule
p = resize_dim(p, 't', 0, 1, 0, fold=True)
---- expect error resize_dim.S4
counterexample
