def p(a: i8, b: i8, c: i8, z: i32):
    z = a * b + c
---- schedule
p = bind_expr(p, 'a * b', 't')
---- expect error bind_expr.R4
one operation would mix i32 and i8
