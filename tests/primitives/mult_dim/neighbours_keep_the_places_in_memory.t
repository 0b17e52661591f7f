def p(n: size, A: f32[4 * n] @ DRAM):
    x: f32[n, 4] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[i, j] = A[4 * i + j]
    for i in seq(0, n):
        for j in seq(0, 4):
            if stride(x, 0) == 4 and stride(x, 1) == 1:
                A[4 * i + j] = x[i, j] + 1.0
---- schedule
p = mult_dim(p, 'x', 0, 1)
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    x: f32[4 * n] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[4 * i + j] = A[4 * i + j]
    for i in seq(0, n):
        for j in seq(0, 4):
            if 4 * stride(x, 0) == 4 and stride(x, 0) == 1:
                A[4 * i + j] = x[4 * i + j] + 1.0
