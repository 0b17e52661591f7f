def p(a: R, b: R, y: i32):
    y = y * (a + b)
---- schedule
p = bind_expr(p, 'a + b', 's')
---- expect error bind_expr.R3
it is i32 there
