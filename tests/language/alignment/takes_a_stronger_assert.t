def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: [f32][16 * n]):
    assert stride(A, 0) == 1
    assert aligned(A, 4096)
    for i in seq(0, n):
        f(A[16 * i:16 * i + 16])
---- expect
def p(n: size, A: [f32][16 * n] @ DRAM):
    assert stride(A, 0) == 1
    assert aligned(A, 4096)
    for i in seq(0, n):
        f(A[16 * i:16 * i + 16])
