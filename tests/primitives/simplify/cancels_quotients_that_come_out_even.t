def p(n: size, A: f32[n + 8]):
    assert n % 4 == 0
    for i in seq(0, n - 4 * (n / 4) + 6):
        A[i] = 1.0
    for i in seq(0, n - 3 * (n / 3) + 6):
        A[i] = 1.0
---- schedule
p = simplify(p)
---- expect
def p(n: size, A: f32[n + 8] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, 6):
        A[i] = 1.0
    for i in seq(0, n - 3 * (n / 3) + 6):
        A[i] = 1.0
