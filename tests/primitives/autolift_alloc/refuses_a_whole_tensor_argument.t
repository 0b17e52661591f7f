def f(n: size, dst: f32[n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        f(4, x)
        x[0] = A[i]
        A[i] = x[0] + x[1]
---- schedule
p = autolift_alloc(p, 'x', keep_dims=True)
---- expect error autolift_alloc.R4
f takes dst as a whole tensor
