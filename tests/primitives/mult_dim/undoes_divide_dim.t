def p(n: size, A: f32[4 * n] @ DRAM):
    x: f32[4 * n] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[4 * i + j] = A[4 * i + j]
            A[4 * i + j] = x[4 * i + j] * 2.0
---- schedule
p = divide_dim(p, 'x', 0, 4)
p = mult_dim(p, 'x', 0, 1)
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    x: f32[4 * n] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[4 * i + j] = A[4 * i + j]
            A[4 * i + j] = x[4 * i + j] * 2.0
