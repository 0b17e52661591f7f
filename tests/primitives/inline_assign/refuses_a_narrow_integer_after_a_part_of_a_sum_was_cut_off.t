def p(a: i8, b: i8, c: i8, y: i32):
    z: i8
    z = a + b + c
    y = z
---- schedule
p = bind_expr(p, 'a + b', 't')
p = inline_assign(p, 'z = _')
---- expect error inline_assign.R4
bind_expr may have left a value that i8 cuts off
