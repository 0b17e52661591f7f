def f(n: size, dst: [f32][n, n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i, 0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4, 1] @ DRAM
        f(1, x[0:1, 0:1])
        A[i] = x[0, 0]
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[n, 4, 1] @ DRAM
        f(1, x[i, 0:1, 0:1])
        A[i] = x[i, 0, 0]
