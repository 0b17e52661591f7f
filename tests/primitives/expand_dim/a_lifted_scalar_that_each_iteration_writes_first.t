def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        x = A[i]
        x += 1.0
        A[i] = x
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32[n] @ DRAM
    for i in seq(0, n):
        x[i] = A[i]
        x[i] += 1.0
        A[i] = x[i]
