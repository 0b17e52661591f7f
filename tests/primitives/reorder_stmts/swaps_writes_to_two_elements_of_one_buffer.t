def p(n: size, A: f32[2 * n]):
    for i in seq(0, n):
        A[2 * i] = 1.0
        A[2 * i + 1] = A[2 * i + 1] * 2.0
---- schedule
p = reorder_stmts(p, p.find('for i in _: _').body())
---- expect
def p(n: size, A: f32[2 * n] @ DRAM):
    for i in seq(0, n):
        A[2 * i + 1] = A[2 * i + 1] * 2.0
        A[2 * i] = 1.0
