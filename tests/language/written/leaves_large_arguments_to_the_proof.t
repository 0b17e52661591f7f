def p(y: f32[8], h: f32[100000, 100000]):
    a: f32[8]
    for i in seq(0, 8):
        y[i] = a[i]
---- expect
def p(y: f32[8] @ DRAM, h: f32[100000, 100000] @ DRAM):
    a: f32[8] @ DRAM
    for i in seq(0, 8):
        y[i] = a[i]
