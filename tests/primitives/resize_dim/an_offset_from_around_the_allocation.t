def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        x: f32[4 * n] @ DRAM
        for ii in seq(0, 4):
            x[4 * io + ii] = A[4 * io + ii]
        for ii in seq(0, 4):
            A[4 * io + ii] = x[4 * io + ii] * 2.0
---- schedule
p = resize_dim(p, 'x', 0, 4, '4 * io')
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        x: f32[4] @ DRAM
        for ii in seq(0, 4):
            x[ii] = A[4 * io + ii]
        for ii in seq(0, 4):
            A[4 * io + ii] = x[ii] * 2.0
