# The last rows are shorter: each is padded to the length of the first.
def p(y: f32[4, 4]):
    t: f32[4, 4]
    for i in seq(0, 4):
        for j in seq(0, 4 - i):
            t[i, j] = 1.0
    for i in seq(0, 4):
        for j in seq(0, 4 - i):
            y[i, j] = t[i, j]
---- schedule
p = pad_loop(p, 'j', 4)
---- expect
def p(y: f32[4, 4] @ DRAM):
    t: f32[4, 4] @ DRAM
    for i in seq(0, 4):
        for j in seq(0, 4):
            t[i, j] = 1.0
    for i in seq(0, 4):
        for j in seq(0, 4 - i):
            y[i, j] = t[i, j]
