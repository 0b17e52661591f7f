def p(x: i32[1], a: f32, b: f32):
    x[0] = a + b
---- schedule
p = set_precision(p, 'a', 'R')
p = set_precision(p, 'b', 'R')
---- expect error set_precision.R2
one operation would mix i32 and R
