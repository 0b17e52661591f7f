def p(A: f32[4], B: f32[4]):
    x: f32
    x = A[0]
    B[0] = 1.0
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    x: f32 @ DRAM
    B[0] = 1.0
