def p(n: size, A: f32[n + 1] @ DRAM, B: f32[n + 1] @ DRAM):
    t: f32[n + 1] @ DRAM
    t[0] = A[0]
    for i in seq(0, n):
        t[i + 1] = A[i + 1]
        B[i] = t[i + 1] + t[0]
---- schedule
p = resize_dim(p, 't', 0, 2, 0, fold=True)
---- expect error resize_dim.S4
counterexample
