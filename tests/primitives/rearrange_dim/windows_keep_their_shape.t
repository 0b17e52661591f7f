def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, n, 4] @ DRAM
    for i in seq(0, n):
        f(4, x[0, i, 0:4])
        w = x[0, i, 1:2]
        A[i] = w[0]
---- schedule
p = rearrange_dim(p, 'x', [1, 0, 2])
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 2, 4] @ DRAM
    for i in seq(0, n):
        f(4, x[i, 0, 0:4])
        w = x[i, 0, 1:2]
        A[i] = w[0]
