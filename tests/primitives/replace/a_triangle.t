def tri(n: size, L: [f32][n, n], x: [f32][n]):
    for i in seq(0, n):
        for j in seq(0, i):
            x[i] += L[i, j] * x[j]
        x[i] = x[i] * 2.0
def p(L: f32[8, 8], X: f32[8]):
    for r in seq(0, 8):
        for c in seq(0, r):
            X[r] += L[r, c] * X[c]
        X[r] = X[r] * 2.0
---- schedule
p = replace(p, 'for r in _: _', tri)
---- expect
def p(L: f32[8, 8] @ DRAM, X: f32[8] @ DRAM):
    tri(8, L[0:8, 0:8], X[0:8])
