def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[2, n] @ DRAM
    f(n, x[0, 0:n])
    w = x[1, 0:n]
    f(n, w)
    if stride(x, 1) == 1:
        A[0] = x[0, 0] + w[0]
---- schedule
p = unroll_buffer(p, 'x', 0)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x_0: f32[n] @ DRAM
    x_1: f32[n] @ DRAM
    f(n, x_0[0:n])
    w = x_1[0:n]
    f(n, w)
    if stride(x_0, 0) == 1:
        A[0] = x_0[0] + w[0]
