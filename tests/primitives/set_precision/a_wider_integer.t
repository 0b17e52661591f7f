def p(a: i8, b: i8, z: i64):
    t: i32
    t = a * b
    z = t
---- schedule
p = set_precision(p, 't', 'i64')
---- expect
def p(a: i8 @ DRAM, b: i8 @ DRAM, z: i64 @ DRAM):
    t: i64 @ DRAM
    t = a * b
    z = t
