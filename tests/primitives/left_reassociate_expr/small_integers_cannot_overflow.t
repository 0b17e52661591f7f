def p(x: i32, a: ui8, b: ui8, c: ui8):
    x = a * b + (b * c + c)
---- schedule
p = left_reassociate_expr(p, '_ + (_ + _)')
---- expect
def p(x: i32 @ DRAM, a: ui8 @ DRAM, b: ui8 @ DRAM, c: ui8 @ DRAM):
    x = a * b + b * c + c
