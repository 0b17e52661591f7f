def p(n: size, A: f32[2 * n + 4]):
    for i in seq(0, n):
        A[i + (i + 3)] = 2.0
---- schedule
p = left_reassociate_expr(p, 'i + (i + 3)')
---- expect
def p(n: size, A: f32[2 * n + 4] @ DRAM):
    for i in seq(0, n):
        A[i + i + 3] = 2.0
