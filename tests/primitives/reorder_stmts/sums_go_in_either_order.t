def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x += A[i]
        x += 2.0 * A[i]
---- schedule
p = reorder_stmts(p, 'x += _ ; x += _')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    for i in seq(0, n):
        x += 2.0 * A[i]
        x += A[i]
