def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
        A[i] = x[i] + x[i]
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n, n] @ DRAM
    for i in seq(0, n):
        x[i, i] = A[i]
        A[i] = x[i, i] + x[i, i]
