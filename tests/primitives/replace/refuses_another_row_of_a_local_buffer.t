def one(n: size, A: [f32][n]):
    for i in seq(0, n):
        A[i] += 1.0
def f(n: size, A: [f32][n]):
    t: f32[n, n]
    for i in seq(0, n):
        for j in seq(0, n):
            t[i, j] = A[j]
    one(n, t[0, 0:n])
    A[0] = t[0, 0]
def p(X: f32[8]):
    u: f32[8, 8]
    for i in seq(0, 8):
        for j in seq(0, 8):
            u[i, j] = X[j]
    one(8, u[1, 0:8])
    X[0] = u[0, 0]
---- schedule
p = replace(p, p.find('u : _').expand(0, 3), f)
---- expect error replace.S1
