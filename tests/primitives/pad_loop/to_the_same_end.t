def p(n: size, x: f32[n], y: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = x[i]
    for i in seq(0, n):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 'n')
---- expect
def p(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in seq(0, n):
        t[i] = x[i]
    for i in seq(0, n):
        y[i] = t[i]
