def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n, 4] @ DRAM):
    x: f32[n, 2, 4] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[i, 0, j] = A[i, j]
            x[i, 1, j] = x[i, 0, j] + A[i, j]
            B[i, j] = x[i, 1, j]
---- schedule
p = rearrange_dim(p, 'x', [1, 2, 0])
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n, 4] @ DRAM):
    x: f32[2, 4, n] @ DRAM
    for i in seq(0, n):
        for j in seq(0, 4):
            x[0, j, i] = A[i, j]
            x[1, j, i] = x[0, j, i] + A[i, j]
            B[i, j] = x[1, j, i]
