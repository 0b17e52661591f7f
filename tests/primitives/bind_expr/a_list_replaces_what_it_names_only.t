def p(x: f32[8], y: f32[8]):
    y[0] = x[3] * x[3]
    y[1] = x[3]
    y[2] = x[3]
---- schedule
first = p.find('y[0] = _').rhs().lhs()
p = bind_expr(p, [p.find('y[2] = _').rhs(), first], 'v')
---- expect
def p(x: f32[8] @ DRAM, y: f32[8] @ DRAM):
    v: f32 @ DRAM
    v = x[3]
    y[0] = v * x[3]
    y[1] = x[3]
    y[2] = v
