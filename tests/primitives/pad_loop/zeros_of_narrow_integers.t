def p(y: i8[4], x: i8[4]):
    t: i8[8]
    for i in seq(0, 4):
        t[i] = x[i]
    for i in seq(0, 4):
        y[i] = t[i]
---- schedule
p = pad_loop(p, 'i', 8, zeros=True)
---- expect
def p(y: i8[4] @ DRAM, x: i8[4] @ DRAM):
    t: i8[8] @ DRAM
    for i in seq(0, 8):
        if i < 4:
            t[i] = x[i]
        else:
            t[i] = 0.0
    for i in seq(0, 4):
        y[i] = t[i]
