def p(x: i32, a: i32, b: i32, c: i32):
    x = a + (b + c)
---- schedule
p = left_reassociate_expr(p, '_ + (_ + _)')
---- expect error left_reassociate_expr.R2
'a + b' need not fit i32
