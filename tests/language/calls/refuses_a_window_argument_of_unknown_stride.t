def f(n: size, x: [f32][n]):
    assert stride(x, 0) == 1
    x[0] = 1.0
def p(n: size, A: [f32][n]):
    w = A[0:n]
    f(n, w)
---- expect error assert
stride(x, 0) == 1 holds at the call of f
