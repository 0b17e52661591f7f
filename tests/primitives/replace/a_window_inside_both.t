def shift(n: size, A: [f32][n, n + 1]):
    for r in seq(0, n):
        w = A[r, 1:n + 1]
        for i in seq(0, n):
            w[i] = 2.0
def p(X: f32[8, 9]):
    for k in seq(0, 8):
        v = X[k, 0:9]
        for i in seq(0, 8):
            v[i + 1] = 2.0
---- schedule
p = replace(p, 'for k in _: _', shift)
---- expect
def p(X: f32[8, 9] @ DRAM):
    shift(8, X[0:8, 0:9])
