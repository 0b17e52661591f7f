def f(n: size, dst: f32[n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    f(n, x)
    A[0] = x[0]
---- schedule
p = resize_dim(p, 'x', 0, 'n + 1', 0)
---- expect error resize_dim.R4
f takes dst as a whole tensor
