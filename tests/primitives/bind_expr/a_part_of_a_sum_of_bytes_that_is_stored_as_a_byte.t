def p(n: size, a: ui8[n], b: ui8[n], c: ui8[n], z: ui8[n]):
    for i in seq(0, n):
        z[i] = a[i] - b[i] + c[i]
---- schedule
p = bind_expr(p, 'a[_] - b[_]', 't')
---- expect
def p(n: size, a: ui8[n] @ DRAM, b: ui8[n] @ DRAM, c: ui8[n] @ DRAM, z: ui8[n] @ DRAM):
    for i in seq(0, n):
        t: ui8 @ DRAM
        t = a[i] - b[i]
        z[i] = t + c[i]
