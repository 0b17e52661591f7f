def p(n: size, A: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in par(0, n):
        t[i] = A[i]
        A[i] = t[i] + 1.0
---- schedule
p = resize_dim(p, 't', 0, 2, 0, fold=True)
---- expect error resize_dim.S5
parallel loop i
