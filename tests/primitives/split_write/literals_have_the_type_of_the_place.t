def p(x: f64, y: f32):
    x = y + 0.1
---- schedule
p = split_write(p, 'x = _')
---- expect
def p(x: f64 @ DRAM, y: f32 @ DRAM):
    x = y
    x += 0.1
