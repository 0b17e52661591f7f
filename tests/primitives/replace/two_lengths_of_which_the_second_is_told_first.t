def fill(n: size, m: size, A: [f32][n + m]):
    for i in seq(0, n + m):
        A[i] = 1.0
    for i in seq(0, m):
        A[i] += 1.0
def p(X: f32[12]):
    for i in seq(0, 12):
        X[i] = 1.0
    for i in seq(0, 5):
        X[i] += 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect
def p(X: f32[12] @ DRAM):
    fill(7, 5, X[0:12])
