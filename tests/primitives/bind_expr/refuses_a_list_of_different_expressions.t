def p(x: f32[8], y: f32[8]):
    y[0] = x[3]
    y[1] = x[4]
---- schedule
p = bind_expr(p, ['x[3]', 'x[4]'], 'v')
---- expect error bind_expr.R5
x[4] is another expression than x[3]
