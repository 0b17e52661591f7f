def p(A: f32[4], B: f32[4]):
    t: f32[2]
    t[0] = A[0]
    t[1] = A[1]
    B[0] = t[0]
    B[1] = t[1]
---- schedule
p = inline_assign(p, 't[0] = _')
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    t: f32[2] @ DRAM
    t[1] = A[1]
    B[0] = A[0]
    B[1] = t[1]
