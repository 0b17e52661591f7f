def p(n: size, A: f32[n] @ DRAM):
    for k in seq(0, 4):
        x: f32[2, n] @ DRAM
        for i in seq(0, n):
            x[1, i] = A[i]
            A[i] = 2.0 * x[1, i]
---- schedule
p = resize_dim(p, 'x', 1, 'n + 8', -3)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for k in seq(0, 4):
        x: f32[2, n + 8] @ DRAM
        for i in seq(0, n):
            x[1, i + 3] = A[i]
            A[i] = 2.0 * x[1, i + 3]
