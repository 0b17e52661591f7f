def p(A: f32[4], B: f32[4]):
    x: f32
    x = A[0] + A[1]
    B[0] = x * 2.0 + 3.0 * x
    B[1] = 1.0
---- schedule
product = p.find('3.0 * x')
last = p.find('B[1] = _')
value = p.find('x * 2.0').child(0)
p = inline_assign(p, 'x = _')
p = commute_expr(p, product)
p = commute_expr(p, value)
p = insert_pass(p, last.before())
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    x: f32 @ DRAM
    B[0] = (A[1] + A[0]) * 2.0 + (A[0] + A[1]) * 3.0
    pass
    B[1] = 1.0
