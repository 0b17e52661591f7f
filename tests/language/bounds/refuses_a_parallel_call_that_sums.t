def g(n: size, x: [f32][n], s: f32):
    s += x[0]
def p(n: size, A: f32[n, n], s: f32):
    for i in par(0, n):
        g(n, A[i, 0:n], s)
---- expect error parallel
share no element of s
