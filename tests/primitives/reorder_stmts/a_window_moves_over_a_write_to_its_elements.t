def p(A: f32[8], B: f32[8]):
    w = A[2:6]
    A[2] = 1.0
    B[0] = w[0]
---- schedule
p = reorder_stmts(p, 'w = _ ; A[_] = _')
---- expect
def p(A: f32[8] @ DRAM, B: f32[8] @ DRAM):
    A[2] = 1.0
    w = A[2:6]
    B[0] = w[0]
