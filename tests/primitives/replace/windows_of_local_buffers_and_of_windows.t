def one(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] += 1.0
def f(n: size, A: [f32][n + 2]):
    t: f32[n, n]
    for i in seq(0, n):
        v = A[1:n + 1]
        w = v[0:n]
        row = t[i, 0:n]
        for j in seq(0, n):
            row[j] = w[j]
        one(n, row)
    for i in seq(0, n):
        A[i] += t[0, i]
def p(X: f32[12]):
    u: f32[8, 8]
    for i in seq(0, 8):
        for j in seq(0, 8):
            u[i, j] = X[j + 3]
        one(8, u[i, 0:8])
    for k in seq(0, 8):
        X[k + 2] += u[0, k]
---- schedule
p = replace(p, p.find('u : _').expand(0, 2), f)
---- expect
def p(X: f32[12] @ DRAM):
    f(8, X[2:12])
