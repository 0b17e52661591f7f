def p(n: size, A: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in seq(0, n):
        t[i] = A[i]
    for i in seq(0, n):
        A[i] = t[i] + 1.0
---- schedule
p = resize_dim(p, 't', 0, 4, 0, fold=True)
---- expect error resize_dim.S4
replayed
