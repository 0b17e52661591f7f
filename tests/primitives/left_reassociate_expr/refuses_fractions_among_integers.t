def p(x: f32, a: i8, b: R, c: R):
    x = a + (b + c)
---- schedule
p = left_reassociate_expr(p, '_ + (_ + _)')
---- expect error left_reassociate_expr.R2
an integer and another is not
