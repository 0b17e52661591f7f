def p(a: f32):
    t: f32[8]
    for i in seq(0, 4):
        t[i] = 1.0
---- schedule
p = pad_loop(p, 'i', 'a')
---- expect error pad_loop.R1
