def f(n: size, x: [f32][n]):
    x[0] = 1.0
def p(n: size, A: f32[n]):
    f(n - 1, A[0:n - 1])
---- expect error assert
the size argument n = n - 1 is at least 1
n = 1
