def p(a: f32, b: f32, y: i32):
    x: i32
    x = a * b
    y = x + x
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(a: f32 @ DRAM, b: f32 @ DRAM, y: i32 @ DRAM):
    x: i32 @ DRAM
    y = i32(a * b) + i32(a * b)
