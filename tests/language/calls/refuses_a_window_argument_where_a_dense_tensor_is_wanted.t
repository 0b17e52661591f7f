def f(n: size, x: f32[n]):
    x[0] = 1.0
def p(n: size, A: [f32][n]):
    f(n, A)
---- expect error type
whole tensor
