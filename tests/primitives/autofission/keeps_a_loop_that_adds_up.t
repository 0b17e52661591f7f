def p(n: size, x: f32, y: f32[n]):
    for i in seq(0, n):
        x += 1.0
        y[i] = 2.0
---- schedule
p = autofission(p, p.find('x += _').after())
---- expect
def p(n: size, x: f32 @ DRAM, y: f32[n] @ DRAM):
    for i in seq(0, n):
        x += 1.0
    for i in seq(0, n):
        y[i] = 2.0
