def p(n: size, q: ui8[n], zp: ui8, acc: i32):
    for i in seq(0, n):
        acc += 2 * (q[i] - zp)
---- schedule
p = bind_expr(p, 'q[_] - zp', 't')
---- expect
def p(n: size, q: ui8[n] @ DRAM, zp: ui8 @ DRAM, acc: i32 @ DRAM):
    for i in seq(0, n):
        t: i32 @ DRAM
        t = q[i] - zp
        acc += 2.0 * t
