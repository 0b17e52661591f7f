def p(n: size, x: f32[n], y: f32):
    if n > 4:
        y = x[4]
    if n > 5:
        y = x[4]
---- schedule
p = bind_expr(p, ['x[_]', p.find('y = _ #1').rhs()], 'v')
---- expect error bind_expr.R6
an if decides whether the value is computed
