def p(n: size, A: f32[n] @ DRAM, B: f32[n, 4] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        for j in seq(0, 4):
            x = A[i]
            B[i, j] = x
        for j in seq(0, 4):
            for k in seq(0, 2):
                x = A[i] + A[i]
                B[i, j] += x
---- schedule
p = expand_dim(p, 'x', 4, 'j')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n, 4] @ DRAM):
    for i in seq(0, n):
        x: f32[4] @ DRAM
        for j in seq(0, 4):
            x[j] = A[i]
            B[i, j] = x[j]
        for j in seq(0, 4):
            for k in seq(0, 2):
                x[j] = A[i] + A[i]
                B[i, j] += x[j]
