def p(A: f32[4], B: f32[4]):
    A[1] = A[1] + B[2] * B[3]
---- schedule
value = p.find('B[2] * B[3]')
s = p.find('A[_] = _')
p = fold_into_reduce(p, s)
p = commute_expr(p, value)
p = insert_pass(p, s.after())
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    A[1] += B[3] * B[2]
    pass
