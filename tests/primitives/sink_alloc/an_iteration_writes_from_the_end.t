def p(n: size, A: f32[n, n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        for j in seq(0, n):
            x[n - 1 - j] = A[i, j]
        for j in seq(0, n):
            A[i, j] = x[j]
---- schedule
p = sink_alloc(p, 'x')
---- expect
def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        x: f32[n] @ DRAM
        for j in seq(0, n):
            x[n - 1 - j] = A[i, j]
        for j in seq(0, n):
            A[i, j] = x[j]
