def f(n: size, A: [f32][n]):
    if stride(A, 0) == 1:
        A[0] = 1.0
    for i in seq(0, n):
        A[i] += 1.0
def p(X: [f32][8]):
    if stride(X, 0) == 1:
        X[0] = 1.0
    for i in seq(0, 8):
        X[i] += 1.0
---- schedule
p = replace(p, 'if _: _', f)
---- expect
def p(X: [f32][8] @ DRAM):
    f(8, X[0:8])
