def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 4] @ DRAM
    f(n, x[0:n, 1])
    A[0] = x[0, 1]
---- schedule
p = mult_dim(p, 'x', 0, 1)
---- expect error mult_dim.R3
dimension 0 is an interval
