def p(n: size, A: f32[4 * n + 8]):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[4 * (io + 1) + ii - 4] = 1.0
            A[ii + 4 * io] = 2.0
            A[2 * ii - ii + io - 3 + 3] = 3.0
            A[io - (2 - 3 * ii) + 2] = 4.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[4 * n + 8] @ DRAM):
    for io in seq(0, n):
        for ii in seq(0, 4):
            A[4 * io + ii] = 1.0
            A[ii + 4 * io] = 2.0
            A[ii + io] = 3.0
            A[io + 3 * ii] = 4.0
