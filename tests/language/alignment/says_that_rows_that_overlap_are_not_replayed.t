def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, m: size, A: [f32][n, m]):
    assert m >= 16
    assert stride(A, 1) == 1
    assert stride(A, 0) % 8 == 0
    assert stride(A, 0) <= 8
    assert aligned(A, 64)
    for i in seq(0, n):
        if i % 2 == 1:
            f(A[i, 0:16])
---- expect error align
[not replayed: no arguments with these strides are known that meet the asserts]
