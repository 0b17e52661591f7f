def p(n: size, A: f32[8 * n] @ DRAM, B: f32[8 * n] @ DRAM):
    x: f32[8 * n] @ DRAM
    for io in seq(0, n):
        for ii in seq(0, 8):
            x[8 * io + ii] = A[8 * io + ii]
    for i in seq(0, 8 * n):
        B[i] = x[i]
---- schedule
p = divide_dim(p, 'x', 0, 8)
---- expect
def p(n: size, A: f32[8 * n] @ DRAM, B: f32[8 * n] @ DRAM):
    x: f32[n, 8] @ DRAM
    for io in seq(0, n):
        for ii in seq(0, 8):
            x[io, ii] = A[8 * io + ii]
    for i in seq(0, 8 * n):
        B[i] = x[i / 8, i % 8]
