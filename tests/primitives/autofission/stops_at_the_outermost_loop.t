def p(n: size, A: f32[n, 8], B: f32[n, 8]):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 1.0
            B[i, j] = 2.0
---- schedule
p = autofission(p, p.find('A[_] = _').after(), n_lifts=6)
---- expect
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 8):
            A[i, j] = 1.0
    for i in seq(0, n):
        for j in seq(0, 8):
            B[i, j] = 2.0
