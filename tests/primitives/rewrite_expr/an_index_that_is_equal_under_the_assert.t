def p(n: size, A: f32[n]):
    assert n % 4 == 0
    for i in seq(0, n / 4 * 4):
        A[i] = 1.0
---- schedule
p = rewrite_expr(p, 'n / 4 * 4', 'n')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    for i in seq(0, n):
        A[i] = 1.0
