def f(x: f32[8], y: f32[4]):
    t: f32[8]
    r: f32[8]
    for i in seq(0, 4):
        t[i] = x[i]
    for i in seq(0, 8):
        r[i] = t[i]
    for i in seq(0, 4):
        y[i] = r[i]
---- expect
def f(x: f32[8] @ DRAM, y: f32[4] @ DRAM):
    t: f32[8] @ DRAM
    r: f32[8] @ DRAM
    for i in seq(0, 4):
        t[i] = x[i]
    for i in seq(0, 8):
        r[i] = t[i]
    for i in seq(0, 4):
        y[i] = r[i]
