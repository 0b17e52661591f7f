def p(x: f32[8], y: f32[4]):
    t: f32[8]
    w = x[0:4]
    for i in seq(0, 4):
        t[i] = w[i]
    for i in seq(0, 4):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R2
w is a window
