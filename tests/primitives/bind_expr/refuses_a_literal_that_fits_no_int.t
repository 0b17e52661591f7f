def p(a: i32, z: i64):
    z = a + 3000000000.0
---- schedule
p = bind_expr(p, '3000000000.0', 't')
---- expect error bind_expr.R4
the value does not fit i32
