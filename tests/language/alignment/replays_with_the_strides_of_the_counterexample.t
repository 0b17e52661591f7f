def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: [f32][n, 16]):
    assert stride(A, 1) == 1
    assert stride(A, 0) % 8 == 0
    assert stride(A, 0) >= 20
    assert aligned(A, 64)
    for i in seq(0, n):
        f(A[i, 0:16])
---- expect error align
[replayed: assert aligned(x, 64) of f does not hold]
