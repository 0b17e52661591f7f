def p(n: size, A: f32[n]):
    assert n % 4 == 0
    for i in seq(0, n):
        A[4 * (i / 4) + (3 - i % 4)] = 0.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, n):
        A[4 * (i / 4) + (3 - i % 4)] = 0.0
