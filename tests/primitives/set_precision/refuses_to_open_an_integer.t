def p(a: f32, z: f32):
    t: i32
    t = a
    z = t
---- schedule
p = set_precision(p, 't', 'R')
---- expect error set_precision.R4
t is i32, R is another kind of number
