def p(a: i8, b: i8, c: i8, y: i8):
    z: i8
    z = a + b + c
    y = z / 2
---- schedule
p = bind_expr(p, 'a + b', 't')
p = set_precision(p, 'z', 'i32')
---- expect error set_precision.R5
bind_expr may have left a value
