def p(x: f32[8], y: f32[8]):
    for i in seq(0, 8):
        for j in seq(0, 2):
            y[i] = x[j]
            y[i] += x[j]
---- schedule
p = bind_expr(p, [p.find('x[j]'), p.find('x[j] #1')], 'v')
---- expect
def p(x: f32[8] @ DRAM, y: f32[8] @ DRAM):
    for i in seq(0, 8):
        for j in seq(0, 2):
            v: f32 @ DRAM
            v = x[j]
            y[i] = v
            y[i] += v
