def f(n: size, x: [f32][n]):
    assert n <= 8
    x[n - 1] = 1.0
def p(n: size, A: f32[n]):
    if n < 9:
        f(n, A)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n < 9:
        f(n, A)
