def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        f(4, x)
        w = x[1:3]
        f(2, w)
        f(2, x[0:2])
        A[i] = w[0] + x[3]
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[n, 4] @ DRAM
        f(4, x[i, 0:4])
        w = x[i, 1:3]
        f(2, w)
        f(2, x[i, 0:2])
        A[i] = w[0] + x[i, 3]
