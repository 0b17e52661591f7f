def p(a: R, b: R, y: f32):
    x: f32
    x = a * b
    y = x + x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R4
the value is R, x is f32
