def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    f(n, x)
    w = x[0:n]
    for i in seq(0, n):
        A[i] = w[i]
---- schedule
p = resize_dim(p, 'x', 0, 'n + 2', '-1')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 2] @ DRAM
    f(n, x[1:n + 1])
    w = x[1:n + 1]
    for i in seq(0, n):
        A[i] = w[i]
