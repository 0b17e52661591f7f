def shift(n: size, A: [f32][n + 2], B: [f32][n + 2]):
    w = A[1:n + 1]
    for i in seq(0, n):
        w[i] = B[i]
    for i in seq(0, n):
        A[i] = 0.0
def p(X: f32[10], Y: f32[10]):
    for i in seq(0, 8):
        X[i + 2] = Y[i]
    for i in seq(0, 8):
        X[i] = 0.0
---- schedule
p = replace(p, 'for i in _: _', shift)
---- expect error replace.S1
