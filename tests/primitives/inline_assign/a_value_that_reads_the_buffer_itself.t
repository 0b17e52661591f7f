def p(A: f32[4], B: f32[4]):
    x: f32
    x = A[0]
    x = x + 1.0
    B[0] = x
    B[1] = x * 2.0
---- schedule
p = inline_assign(p, 'x = x + _')
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    x: f32 @ DRAM
    x = A[0]
    B[0] = x + 1.0
    B[1] = (x + 1.0) * 2.0
