def p(y: f64, z: f64):
    x: f32
    x = 0.5
    y = x
    z = x * x
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(y: f64 @ DRAM, z: f64 @ DRAM):
    x: f32 @ DRAM
    y = 0.5
    z = 0.5 * 0.5
