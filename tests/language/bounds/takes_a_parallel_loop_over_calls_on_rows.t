def g(n: size, x: [f32][n], y: [f32][n]):
    for i in par(0, n):
        x[i] = y[n - 1 - i]
def p(n: size, A: f32[n, n]):
    for i in par(1, n):
        g(n, A[i, 0:n], A[0, 0:n])
---- expect
def p(n: size, A: f32[n, n] @ DRAM):
    for i in par(1, n):
        g(n, A[i, 0:n], A[0, 0:n])
