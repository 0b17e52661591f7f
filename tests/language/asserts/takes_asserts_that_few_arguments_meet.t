def p(n: size, m: size, A: f32[n, m]):
    assert n > 100
    assert n % 17 == 3
    assert m * 2 == n + 1
    A[100, 50] = 0.0
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM):
    assert n > 100
    assert n % 17 == 3
    assert m * 2 == n + 1
    A[100, 50] = 0.0
