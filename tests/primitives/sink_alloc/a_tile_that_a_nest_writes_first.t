def p(n: size, A: f32[8 * n] @ DRAM):
    x: f32[8] @ DRAM
    for k in seq(0, n):
        for io in seq(0, 2):
            for ii in seq(0, 4):
                x[4 * io + ii] = A[8 * k + 4 * io + ii]
        for i in seq(0, 8):
            x[i] += 1.0
        for i in seq(0, 8):
            A[8 * k + i] = x[7 - i]
---- schedule
p = sink_alloc(p, 'x')
---- expect
def p(n: size, A: f32[8 * n] @ DRAM):
    for k in seq(0, n):
        x: f32[8] @ DRAM
        for io in seq(0, 2):
            for ii in seq(0, 4):
                x[4 * io + ii] = A[8 * k + 4 * io + ii]
        for i in seq(0, 8):
            x[i] += 1.0
        for i in seq(0, 8):
            A[8 * k + i] = x[7 - i]
