def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 4] @ DRAM
    for i in seq(0, n):
        f(4, x[i, 0:4])
        A[i] = x[i, 0]
---- schedule
p = rearrange_dim(p, 'x', [1, 0])
---- expect error rearrange_dim.S1
stride(dst, 0) == 1
