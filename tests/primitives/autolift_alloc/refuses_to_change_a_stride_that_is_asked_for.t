def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        if stride(dst, 0) == 1:
            dst[i] = 1.0
        else:
            dst[i] = 2.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        f(4, x[0:4])
        A[i] = x[0]
---- schedule
p = autolift_alloc(p, 'x', mode='col', keep_dims=True)
---- expect error autolift_alloc.R5
the strides of x change
