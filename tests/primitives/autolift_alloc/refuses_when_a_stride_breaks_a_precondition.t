def f(n: size, dst: [f32][n] @ DRAM):
    assert stride(dst, 0) == 1
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        f(4, x[0:4])
        x[0] = A[i]
        A[i] = x[0] + x[1]
---- schedule
p = autolift_alloc(p, 'x', mode='col', keep_dims=True)
---- expect error autolift_alloc.S4
stride(dst, 0) == 1
