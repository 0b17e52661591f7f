def f(n: size, x: [f32][n]):
    assert stride(x, 0) == 1
    x[0] = 1.0
def p(n: size, A: f32[n, 1]):
    f(n, A[0:n, 0])
---- expect
def p(n: size, A: f32[n, 1] @ DRAM):
    f(n, A[0:n, 0])
