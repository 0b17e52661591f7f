def p(n: size, A: f32[n] @ DRAM):
    x: f32[n + 8] @ DRAM
    for i in seq(0, n):
        x[i + 4] = A[i]
    for i in seq(0, n):
        A[i] = x[i + 4] + 1.0
---- schedule
p = resize_dim(p, 'x', 0, 'n', 4)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
    for i in seq(0, n):
        A[i] = x[i] + 1.0
