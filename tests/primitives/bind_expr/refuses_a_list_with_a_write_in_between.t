def p(x: f32[8], y: f32[8]):
    y[0] = x[3]
    x[3] = 1.0
    y[1] = x[3]
---- schedule
p = bind_expr(p, ['x[3]', p.find('y[1] = _').rhs()], 'v')
---- expect error bind_expr.S2
replayed: y[1] is
