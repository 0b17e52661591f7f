def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(k: size, m: size, n: size, A: f32[k, m, n]):
    assert m % 4 == 0
    assert n % 4 == 0
    assert n >= 16
    assert aligned(A, 64)
    for i in seq(0, k):
        f(A[i, 0, 0:16])
---- expect
def p(k: size, m: size, n: size, A: f32[k, m, n] @ DRAM):
    assert m % 4 == 0
    assert n % 4 == 0
    assert n >= 16
    assert aligned(A, 64)
    for i in seq(0, k):
        f(A[i, 0, 0:16])
