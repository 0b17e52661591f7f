def p(A: f32[4], x: f32):
    x = A[0]
    A[1] = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R2
x is an argument or a window
