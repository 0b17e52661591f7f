def fill(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def rows(m: size, n: size, A: [f32][m, n]):
    for i in seq(0, m):
        fill(n, A[i, 0:n])
def p(X: f32[8, 8], Y: f32[8]):
    for r in seq(0, 8):
        for i in seq(0, 8):
            X[r, i] = 1.0
    for i in seq(0, 8):
        Y[i] = 1.0
---- schedule
p = replace_all(p, [rows, fill])
p = replace_all(p, [rows, fill])
---- expect
def p(X: f32[8, 8] @ DRAM, Y: f32[8] @ DRAM):
    rows(8, 8, X[0:8, 0:8])
    fill(8, Y[0:8])
