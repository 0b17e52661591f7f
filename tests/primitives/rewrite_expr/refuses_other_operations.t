def p(x: f32, y: f32):
    x = y + y
---- schedule
p = rewrite_expr(p, 'y + y', '2.0 * y')
---- expect error rewrite_expr.R3
'y + y' and '2.0 * y' differ
