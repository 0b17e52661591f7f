def p(x: f32[4]):
    for i in seq(0, 4):
        if i < 3:
            x[i] = 2.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'x[0:4]', 't')
---- expect
def p(x: f32[4] @ DRAM):
    t: f32[4] @ DRAM
    for i0 in seq(0, 4):
        t[i0] = x[i0]
    for i in seq(0, 4):
        if i < 3:
            t[i] = 2.0
    for i0 in seq(0, 4):
        x[i0] = t[i0]
