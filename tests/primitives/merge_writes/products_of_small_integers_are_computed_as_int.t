def p(x: i32, a: i8, b: i8):
    x += a * a
    x += a * b
---- schedule
p = merge_writes(p, 'x += _ ; x += _')
---- expect
def p(x: i32 @ DRAM, a: i8 @ DRAM, b: i8 @ DRAM):
    x += a * a + a * b
