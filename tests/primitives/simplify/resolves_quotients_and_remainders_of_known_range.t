def p(n: size, A: f32[n, 4], B: f32[n], C: f32[4 * n]):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[(4 * io + ii) / 4, (4 * io + ii) % 4] = B[(8 * io + 2 * ii) / 8]
            C[4 * (ii / 4 + io) + ii % 4] = 1.0
    for i in seq(0, 4 * n):
        C[i / 4 * 4 + i % 4] = 2.0
        C[i / 2 / 2] = 3.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n] @ DRAM, C: f32[4 * n] @ DRAM):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[io, ii] = B[io]
            C[4 * io + ii] = 1.0
    for i in seq(0, 4 * n):
        C[i] = 2.0
        C[i / 4] = 3.0
