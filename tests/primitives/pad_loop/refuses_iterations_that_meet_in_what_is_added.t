# Each iteration writes an element of its own, and all would write the last one.
def p(y: f32[4]):
    t: f32[5]
    for i in par(0, 4):
        for j in seq(0, 1):
            if j < 1:
                t[i] = 1.0
            else:
                t[4] = 1.0
    for i in seq(0, 4):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'j', 2)
---- expect error pad_loop.S5
