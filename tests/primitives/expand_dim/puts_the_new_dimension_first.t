def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[2] @ DRAM
        x[0] = A[i]
        x[1] = x[0] + x[0]
        B[i] = x[1]
---- schedule
p = expand_dim(p, 'x', 'n', 'i')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[n, 2] @ DRAM
        x[i, 0] = A[i]
        x[i, 1] = x[i, 0] + x[i, 0]
        B[i] = x[i, 1]
