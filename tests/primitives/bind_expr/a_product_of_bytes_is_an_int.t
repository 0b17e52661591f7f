def p(n: size, a: i8[n], b: i8[n], z: i32[n]):
    for i in seq(0, n):
        z[i] = a[i] * b[i]
---- schedule
p = bind_expr(p, '_ * _', 't')
---- expect
def p(n: size, a: i8[n] @ DRAM, b: i8[n] @ DRAM, z: i32[n] @ DRAM):
    for i in seq(0, n):
        t: i32 @ DRAM
        t = a[i] * b[i]
        z[i] = t
