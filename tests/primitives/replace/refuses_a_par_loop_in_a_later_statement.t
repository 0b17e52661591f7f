def two(n: size, A: [f32][n]):
    A[0] = 0.0
    for i in par(0, n):
        A[i] = 1.0
def p(X: f32[8]):
    X[0] = 0.0
    for i in seq(0, 8):
        X[i] = 1.0
---- schedule
p = replace(p, 'X[0] = _', two)
---- expect error replace.R1
a par loop is wanted
