def p(t: f32[8]):
    for i in seq(0, 4):
        t[i] = 1.0
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R3
t is an argument
