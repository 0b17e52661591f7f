def f(n: size, dst: [f32][n, 4] @ DRAM):
    for i in seq(0, n):
        dst[i, 0] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 4] @ DRAM
    f(n, x)
    A[0] = x[0, 0]
---- schedule
p = mult_dim(p, 'x', 0, 1)
---- expect error mult_dim.R4
the whole of x is passed on
