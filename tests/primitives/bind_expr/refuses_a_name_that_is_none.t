def p(n: size, x: f32[n], y: f32[n]):
    for i in seq(0, n):
        y[i] = x[i]
---- schedule
p = bind_expr(p, 'x[_]', '9 lives')
---- expect error bind_expr.R3
invalid identifier '9 lives'
