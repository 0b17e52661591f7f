def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, x: f32[n + 8] @ DRAM, y: f32[8] @ DRAM):
    for k in seq(0, 4):
        f(n, x[8:n + 8])
        w = x[0:8]
        for i in seq(0, 8):
            y[i] += w[i]
---- schedule
p = stage_mem(p, p.find('f(_)').expand(0, 2), 'x[0:8]', 't')
---- expect
def p(n: size, x: f32[n + 8] @ DRAM, y: f32[8] @ DRAM):
    for k in seq(0, 4):
        t: f32[8] @ DRAM
        for i0 in seq(0, 8):
            t[i0] = x[i0]
        f(n, x[8:n + 8])
        w = t[0:8]
        for i in seq(0, 8):
            y[i] += w[i]
