def p(n: size, A: f32[n] @ DRAM):
    x: f32[4, 3, n] @ DRAM
    for i in seq(0, n):
        x[3, 2, i] = A[i]
        A[i] = x[3, 2, i] + 1.0
---- schedule
p = mult_dim(p, 'x', 2, 0)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[3, 4 * n] @ DRAM
    for i in seq(0, n):
        x[2, 4 * i + 3] = A[i]
        A[i] = x[2, 4 * i + 3] + 1.0
