def p(n: size, m: size, A: f32[n + 2, m] @ DRAM, B: f32[n, m] @ DRAM):
    t: f32[n + 2, m] @ DRAM
    for i in seq(0, 2):
        for j in seq(0, m):
            t[i, j] = A[i, j] * 2.0
    for i in seq(0, n):
        for j in seq(0, m):
            t[i + 2, j] = A[i + 2, j] * 2.0
        for j in seq(0, m):
            B[i, j] = t[i, j] + t[i + 1, j] + t[i + 2, j]
---- schedule
p = resize_dim(p, 't', 0, 3, 0, fold=True)
---- expect
def p(n: size, m: size, A: f32[n + 2, m] @ DRAM, B: f32[n, m] @ DRAM):
    t: f32[3, m] @ DRAM
    for i in seq(0, 2):
        for j in seq(0, m):
            t[i % 3, j] = A[i, j] * 2.0
    for i in seq(0, n):
        for j in seq(0, m):
            t[(i + 2) % 3, j] = A[i + 2, j] * 2.0
        for j in seq(0, m):
            B[i, j] = t[i % 3, j] + t[(i + 1) % 3, j] + t[(i + 2) % 3, j]
