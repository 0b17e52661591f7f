def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: f32[16 * n + 16]):
    assert aligned(A, 64)
    for i in seq(0, n):
        w = A[16 * i + 1:16 * i + 32]
        f(w[0:16])
---- expect error align
the address of w[0:16]
