def p(a: f32, b: f32, y: i32):
    x: i32
    x = a * b
    y = x + x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R4
the value is f32, x is i32
