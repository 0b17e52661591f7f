def f(n: size, A: [f32][n]):
    assert n % 2 == 0
    assert n % 4 == 1
    A[1000] = 0.0
def p(A: f32[8]):
    A[0] = 1.0
---- expect error contradiction
no arguments of f meet this assert and those before it
