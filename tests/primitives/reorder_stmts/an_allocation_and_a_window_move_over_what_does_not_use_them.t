def p(n: size, A: f32[n, 8], B: f32[8]):
    B[0] = 1.0
    t: f32[8]
    B[1] = 2.0
    w = A[0, 0:8]
    B[2] = 3.0
    t[0] = w[1]
    B[3] = t[0]
---- schedule
p = reorder_stmts(p, 'B[_] = _ ; t : _')
p = reorder_stmts(p, 'w = _ ; B[2] = _')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM, B: f32[8] @ DRAM):
    t: f32[8] @ DRAM
    B[0] = 1.0
    B[1] = 2.0
    B[2] = 3.0
    w = A[0, 0:8]
    t[0] = w[1]
    B[3] = t[0]
