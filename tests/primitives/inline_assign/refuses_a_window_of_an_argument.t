def p(A: f32[4], B: f32[4]):
    w = A[0:2]
    w[0] = B[0]
    B[1] = w[0]
---- schedule
p = inline_assign(p, 'w[_] = _')
---- expect error inline_assign.R2
w is an argument or a window
