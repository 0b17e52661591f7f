def p(n: size):
    t: f32[8]
    for i in par(0, 4):
        t[i] = 1.0
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R1
parallel
