def p(n: size, A: f32[n, 64] @ DRAM, B: f32[n, 62] @ DRAM):
    for k in par(0, n):
        t: f32[64] @ DRAM
        t[1] = A[k, 1]
        t[2] = A[k, 2]
        for i in seq(3, 64):
            t[i] = A[k, i]
            B[k, i - 3] = t[i - 2] + t[i]
---- schedule
p = resize_dim(p, 't', 0, 4, 1, fold=True)
---- expect
def p(n: size, A: f32[n, 64] @ DRAM, B: f32[n, 62] @ DRAM):
    for k in par(0, n):
        t: f32[4] @ DRAM
        t[0] = A[k, 1]
        t[1] = A[k, 2]
        for i in seq(3, 64):
            t[(i + 3) % 4] = A[k, i]
            B[k, i - 3] = t[(i + 1) % 4] + t[(i + 3) % 4]
