def p(A: f32[4], x: f32, y: f32, z: f32):
    A[0] = x + y + z
    A[1] = x * (y + z)
---- schedule
p = commute_expr(p, '_ + _')
---- expect
def p(A: f32[4] @ DRAM, x: f32 @ DRAM, y: f32 @ DRAM, z: f32 @ DRAM):
    A[0] = z + (y + x)
    A[1] = x * (z + y)
