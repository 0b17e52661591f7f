def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[8] @ DRAM
    f(4, x[2:6])
    A[0] = x[5]
---- schedule
p = divide_dim(p, 'x', 0, 4)
---- expect error divide_dim.S2
within one block
