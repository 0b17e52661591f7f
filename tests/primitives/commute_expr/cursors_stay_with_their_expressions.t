def p(A: f32[4], x: f32, y: f32, z: f32):
    A[0] = x * y + y * z
---- schedule
xy = p.find('x * y')
z = xy.parent()
p = commute_expr(p, '_ + _')
p = commute_expr(p, xy)
p = split_write(p, z)
---- expect
def p(A: f32[4] @ DRAM, x: f32 @ DRAM, y: f32 @ DRAM, z: f32 @ DRAM):
    A[0] = y * z
    A[0] += y * x
