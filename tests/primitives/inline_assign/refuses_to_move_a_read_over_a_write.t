def p(A: f32[4], B: f32[4]):
    x: f32
    x = A[0]
    A[0] = 3.0
    B[0] = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S5
replayed: B[0] is
