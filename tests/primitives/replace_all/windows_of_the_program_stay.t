def fill(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
def p(X: f32[8, 8]):
    for r in seq(0, 8):
        w = X[r, 0:8]
        for i in seq(0, 8):
            w[i] = 1.0
---- schedule
p = replace_all(p, [fill])
---- expect
def p(X: f32[8, 8] @ DRAM):
    for r in seq(0, 8):
        w = X[r, 0:8]
        fill(8, w[0:8])
