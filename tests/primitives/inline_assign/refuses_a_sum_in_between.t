def p(A: f32[4]):
    x: f32
    x = A[0]
    x += A[1]
    A[2] = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S3
