def p(y: i16[4], x: i16[8]):
    t: i16[8]
    for i in seq(0, 4):
        t[i] = x[i] + x[i]
    for i in seq(0, 4):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R3
t holds i16
