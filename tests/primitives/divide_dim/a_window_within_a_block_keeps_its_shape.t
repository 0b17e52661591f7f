def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 8] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 2):
            f(4, x[i, 4 * j:4 * j + 4])
        w = x[i, 5:7]
        A[i] = w[1]
---- schedule
p = divide_dim(p, 'x', 1, 4)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, 2, 4] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 2):
            f(4, x[i, j, 0:4])
        w = x[i, 1, 1:3]
        A[i] = w[1]
