def p(a: i8, b: i8, z: i32):
    t: i32
    t = a * b
    z = t
---- schedule
p = set_precision(p, 't', 'i8')
---- expect error set_precision.R5
t is i32
