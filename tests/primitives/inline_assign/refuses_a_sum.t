def p(A: f32[4]):
    x: f32
    x = 0.0
    x += A[0]
    A[1] = x
---- schedule
p = inline_assign(p, 'x += _')
---- expect error inline_assign.R1
