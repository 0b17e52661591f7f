def p(y: f32):
    x: i32
    x = 7
    y = x / 2
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R4
a number of another type there
