def p(n: size, m: size, A: f32[n + m]):
    assert n % 4 == 0
    for i in seq(0, n - n % 4):
        A[i + n % 4] = 1.0
    for i in seq(0, m - m % 4):
        A[i] = 2.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, m: size, A: f32[n + m] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, m - m % 4):
        A[i] = 2.0
