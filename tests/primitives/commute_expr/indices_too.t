def p(n: size, A: f32[4 * n + 2]):
    for i in seq(0, n):
        A[4 * i + 1] = 2.0
---- schedule
p = commute_expr(p, '4 * i')
---- expect
def p(n: size, A: f32[4 * n + 2] @ DRAM):
    for i in seq(0, n):
        A[i * 4 + 1] = 2.0
