def f(x: [f32][16]):
    assert stride(x, 0) == 1
    assert aligned(x, 64)
    for i in seq(0, 16):
        x[i] = 0.0
def p(A: f32[16]):
    assert aligned(A, 32)
    f(A)
---- expect error align
the address of A, which f takes as x, is a multiple of 64 bytes
assert aligned(x, 64) of f does not hold
