def p(a: R, y: i32):
    x: R
    x = a * a
    y = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.R4
R is computed as an integer there
