def p(a: ui8, b: ui8, c: ui8, z: ui8, y: i32):
    z = (a + b + c) / 3
    y = (a + b + c) / 2
---- schedule
p = bind_expr(p, '_ / 3', 't')
p = bind_expr(p, '_ / 2', 'u')
---- expect
def p(a: ui8 @ DRAM, b: ui8 @ DRAM, c: ui8 @ DRAM, z: ui8 @ DRAM, y: i32 @ DRAM):
    t: ui8 @ DRAM
    t = (a + b + c) / 3.0
    z = t
    u: i32 @ DRAM
    u = (a + b + c) / 2.0
    y = u
