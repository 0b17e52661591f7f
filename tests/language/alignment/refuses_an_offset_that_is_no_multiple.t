def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: f32[8 * n + 16]):
    assert aligned(A, 64)
    for i in seq(0, n):
        f(A[8 * i:8 * i + 16])
---- expect error align
the address of A[8 * i:8 * i + 16], which f takes as x, is a multiple of 64 bytes
i = 1
