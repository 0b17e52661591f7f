def shift(n: size, A: [f32][n + 1]):
    w = A[1:n + 1]
    for i in seq(0, n):
        w[i] = 2.0
def p(n: size, X: f32[n, 9]):
    for k in seq(0, n):
        for i in seq(0, 8):
            X[k, i + 1] = 2.0
---- schedule
p = replace(p, 'for i in _: _', shift)
---- expect
def p(n: size, X: f32[n, 9] @ DRAM):
    for k in seq(0, n):
        shift(8, X[k, 0:9])
