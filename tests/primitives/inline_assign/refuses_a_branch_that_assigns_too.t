def p(n: size, A: f32[4]):
    x: f32
    x = A[0]
    if n > 4:
        x = A[1]
    A[2] = x
---- schedule
p = inline_assign(p, 'x = A[0]')
---- expect error inline_assign.S3
