def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(m: size, n: size, A: [f32][m, n]):
    assert stride(A, 1) == 1
    assert stride(A, 0) % 16 == 0
    assert aligned(A, 64)
    for i in seq(0, m):
        for j in seq(0, n / 16):
            f(A[i, 16 * j:16 * j + 16])
---- expect
def p(m: size, n: size, A: [f32][m, n] @ DRAM):
    assert stride(A, 1) == 1
    assert stride(A, 0) % 16 == 0
    assert aligned(A, 64)
    for i in seq(0, m):
        for j in seq(0, n / 16):
            f(A[i, 16 * j:16 * j + 16])
