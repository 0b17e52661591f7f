def two(n: size, A: [f32][n], B: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] += A[i]
def p(n: size, X: f32[n, 8], Y: f32[n, 8]):
    for k in seq(0, n):
        for i in seq(0, 8):
            X[k, i] = 1.0
        for j in seq(0, 8):
            Y[k, j] += X[k, j]
---- schedule
p = replace(p, 'for i in _: _', two)
---- expect
def p(n: size, X: f32[n, 8] @ DRAM, Y: f32[n, 8] @ DRAM):
    for k in seq(0, n):
        two(8, X[k, 0:8], Y[k, 0:8])
