def p(x: f32, y: f32):
    x += y * 2.0 + y
---- schedule
p = split_write(p, 'x += _')
---- expect
def p(x: f32 @ DRAM, y: f32 @ DRAM):
    x += y * 2.0
    x += y
