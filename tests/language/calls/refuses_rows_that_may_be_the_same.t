def f(n: size, x: [f32][n], y: [f32][n]):
    for i in seq(0, n):
        x[i] += y[i]
def p(n: size, A: f32[n, n]):
    for i in seq(0, n):
        f(n, A[i, 0:n], A[0, 0:n])
---- expect error alias
i = 0
