def p(x: f32, y: f32):
    x += y
    x = y * y
---- schedule
p = merge_writes(p, 'x += _ ; x = _')
---- expect
def p(x: f32 @ DRAM, y: f32 @ DRAM):
    x = y * y
