def f(n: size, m: size, x: [f32][n, m]):
    x[n - 1, m - 1] = 0.0
def p(n: size, A: f32[n, 4]):
    f(4, n, A[0:n, 0:4])
---- expect error assert
dimension 0 of x has length n
