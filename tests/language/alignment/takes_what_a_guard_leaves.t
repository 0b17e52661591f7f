def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(n: size, A: f32[n + 16]):
    assert aligned(A, 64)
    for i in seq(0, n):
        if i % 16 == 0:
            f(A[i:i + 16])
---- expect
def p(n: size, A: f32[n + 16] @ DRAM):
    assert aligned(A, 64)
    for i in seq(0, n):
        if i % 16 == 0:
            f(A[i:i + 16])
