def p(a: ui8, b: ui8, c: ui8, z: ui8):
    z = (a + b + c) / 3
---- schedule
p = bind_expr(p, 'a + b', 't')
---- expect error bind_expr.R4
one operation would mix i32 and ui8
