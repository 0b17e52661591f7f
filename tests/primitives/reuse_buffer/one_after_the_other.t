def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
    for i in seq(0, n):
        A[i] = x[n - 1 - i]
    y: f32[n] @ DRAM
    for i in seq(0, n):
        y[i] = A[i] * 2.0
    for i in seq(0, n):
        A[i] += y[i]
---- schedule
p = reuse_buffer(p, 'x', 'y')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
    for i in seq(0, n):
        A[i] = x[n - 1 - i]
    for i in seq(0, n):
        x[i] = A[i] * 2.0
    for i in seq(0, n):
        A[i] += x[i]
