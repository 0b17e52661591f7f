def two(n: size, A: [f32][n], B: [f32][n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] += A[i]
def p(X: f32[8], Y: f32[8]):
    for j in seq(0, 8):
        Y[j] += X[j]
    for i in seq(0, 8):
        X[i] = 1.0
---- schedule
p = replace(p, 'for j in _: _', two)
---- expect error replace.R1
two has `A[i] = 1.0` where the program has `Y[j] += X[j]` at
