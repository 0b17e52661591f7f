def p(C: i8[1]):
    C[0] = 100.0 + 100.0
---- schedule
p = bind_expr(p, '_ + _', 't')
---- expect
def p(C: i8[1] @ DRAM):
    t: i32 @ DRAM
    t = 100.0 + 100.0
    C[0] = t
