def f(n: size, x: [f32][n]):
    assert n <= 8
    x[0] = 1.0
def p(n: size, A: f32[n]):
    f(n, A[0:n])
---- expect error assert
n <= 8 holds at the call of f
n = 9
