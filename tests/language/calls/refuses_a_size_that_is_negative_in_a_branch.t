def f(n: index, x: [f32][4]):
    assert n >= 0
    x[0] = 0.0
def p(b: bool, n: index, A: f32[4]):
    if b:
        f(n, A[0:4])
---- expect error assert
n >= 0 holds at the call of f
