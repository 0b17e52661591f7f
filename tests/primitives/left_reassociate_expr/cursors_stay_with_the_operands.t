def p(x: f32, A: f32[4]):
    x = (A[0] * 2.0) + (A[1] * 3.0 + A[2] * 4.0)
---- schedule
a = p.find('A[0] * 2.0')
b = p.find('A[1] * 3.0')
c = p.find('A[2] * 4.0')
p = left_reassociate_expr(p, '_ + (_ + _)')
p = commute_expr(p, a)
p = commute_expr(p, b)
p = rewrite_expr(p, c, '4.0 * A[2]')
---- expect
def p(x: f32 @ DRAM, A: f32[4] @ DRAM):
    x = 2.0 * A[0] + 3.0 * A[1] + 4.0 * A[2]
