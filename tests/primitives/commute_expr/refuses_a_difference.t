def p(A: f32[4], x: f32, y: f32):
    A[0] = x - y
---- schedule
p = commute_expr(p, 'x - y')
---- expect error commute_expr.R1
'x - y' is neither
