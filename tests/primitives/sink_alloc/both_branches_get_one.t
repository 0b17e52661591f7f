def p(n: size, A: f32[n] @ DRAM):
    x: f32[4] @ DRAM
    if n < 4:
        x[0] = A[0]
        A[0] = x[0] + 1.0
    else:
        for i in seq(0, 4):
            x[i] = A[i]
        w = x[0:4]
        for i in seq(0, 4):
            A[i] = w[3 - i]
---- schedule
c = p.find('x[i] = _')
p = sink_alloc(p, 'x')
p = stage_mem(p, c, 'x[i]', 'y')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n < 4:
        x: f32[4] @ DRAM
        x[0] = A[0]
        A[0] = x[0] + 1.0
    else:
        x: f32[4] @ DRAM
        for i in seq(0, 4):
            y: f32 @ DRAM
            y = A[i]
            x[i] = y
        w = x[0:4]
        for i in seq(0, 4):
            A[i] = w[3 - i]
