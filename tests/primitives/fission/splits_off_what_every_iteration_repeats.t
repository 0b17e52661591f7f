def p(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM, s: f32[1] @ DRAM):
    c: f32[2] @ DRAM
    for i in seq(0, n):
        c[0] = 2.0
        c[1] = s[0] * 3.0
        y[i] = c[0] * x[i] + c[1]
---- schedule
p = fission(p, p.find('c[1] = _').after())
---- expect
def p(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM, s: f32[1] @ DRAM):
    c: f32[2] @ DRAM
    for i in seq(0, n):
        c[0] = 2.0
        c[1] = s[0] * 3.0
    for i in seq(0, n):
        y[i] = c[0] * x[i] + c[1]
