def p(a: i8, b: i8, z: i32, y: i32):
    z = a * b
    y = b + 100
---- schedule
p = bind_expr(p, 'a', 't')
p = bind_expr(p, '100', 'u')
---- expect
def p(a: i8 @ DRAM, b: i8 @ DRAM, z: i32 @ DRAM, y: i32 @ DRAM):
    t: i8 @ DRAM
    t = a
    z = t * b
    u: i8 @ DRAM
    u = 100.0
    y = b + u
