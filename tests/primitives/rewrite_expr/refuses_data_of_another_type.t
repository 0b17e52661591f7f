def p(x: f32, y: f64):
    x = x + 1.0
---- schedule
p = rewrite_expr(p, p.find('x + 1.0').child(0), 'y')
---- expect error rewrite_expr.R2
one is f32, the other f64
