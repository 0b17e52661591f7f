def p(a: i8, z: i32):
    z = a + 200
---- schedule
p = bind_expr(p, '200', 't')
---- expect error bind_expr.R4
one operation would mix i32 and i8
