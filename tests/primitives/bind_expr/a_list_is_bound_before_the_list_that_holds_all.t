def p(x: f32[8], y: f32[8], z: f32[8]):
    for i in seq(0, 8):
        y[i] = x[3] * 2.0
    for j in seq(0, 8):
        z[j] = x[3] + 1.0
---- schedule
p = bind_expr(p, ['x[_]', p.find('z[_] = _').find('x[_]')], 'v')
---- expect
def p(x: f32[8] @ DRAM, y: f32[8] @ DRAM, z: f32[8] @ DRAM):
    v: f32 @ DRAM
    v = x[3]
    for i in seq(0, 8):
        y[i] = v * 2.0
    for j in seq(0, 8):
        z[j] = v + 1.0
