def p(n: size, A: f32[n + 2] @ DRAM, B: f32[n] @ DRAM):
    t: f32[n + 2] @ DRAM
    t[0] = A[0]
    t[1] = A[1]
    for i in seq(0, n):
        t[i + 2] = A[i + 2]
        B[i] = t[i] + t[i + 1] + t[i + 2]
---- schedule
p = resize_dim(p, 't', 0, 2, 0, fold=True)
---- expect error resize_dim.S4
counterexample
