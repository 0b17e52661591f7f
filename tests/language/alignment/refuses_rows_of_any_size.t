def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(m: size, n: size, A: f32[m, n]):
    assert n >= 16
    assert aligned(A, 64)
    for i in seq(0, m):
        f(A[i, 0:16])
---- expect error align
the address of A[i, 0:16]
