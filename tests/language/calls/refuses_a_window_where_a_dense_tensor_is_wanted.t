def f(n: size, x: f32[n]):
    x[0] = 1.0
def p(n: size, A: f32[n, n]):
    f(n, A[0:n, 0])
---- expect error type
whole tensor
