def p(x: f32, y: f32):
    x = y + y * y
---- schedule
p = left_reassociate_expr(p, '_ + _')
---- expect error left_reassociate_expr.R1
