def mv(m: size, k: size, y: [f32][m], A: [f32][m, k], x: [f32][k]):
    for i in seq(0, m):
        y[i] = 0.0
    for i in seq(0, m):
        for j in seq(0, k):
            y[i] += A[i, j] * x[j]
def p(n: size, Y: f32[n, 4], A: f32[n, 4, 8], X: f32[n, 8]):
    for b in seq(0, n):
        for i in seq(0, 4):
            Y[b, i] = 0.0
        for i in seq(0, 4):
            for j in seq(0, 8):
                Y[b, i] += X[b, j] * A[b, i, j]
---- schedule
p = replace(p, p.find('for i in _: _').expand(0, 1), mv)
---- expect
def p(n: size, Y: f32[n, 4] @ DRAM, A: f32[n, 4, 8] @ DRAM, X: f32[n, 8] @ DRAM):
    for b in seq(0, n):
        mv(4, 8, Y[b, 0:4], A[b, 0:4, 0:8], X[b, 0:8])
