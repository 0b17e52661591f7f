def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 4] @ DRAM
    for i in seq(0, n):
        f(2, x[i, 1:3])
        w = x[i, 0:4]
        w[3] = A[i]
        A[i] = x[i, 1] + w[3]
---- schedule
p = mult_dim(p, 'x', 0, 1)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[4 * n] @ DRAM
    for i in seq(0, n):
        f(2, x[4 * i + 1:4 * i + 3])
        w = x[4 * i:4 * i + 4]
        w[3] = A[i]
        A[i] = x[4 * i + 1] + w[3]
