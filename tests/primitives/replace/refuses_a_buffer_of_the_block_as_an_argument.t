def f(x: [f32][4] @ DRAM, y: [f32][4] @ DRAM):
    t: f32[4] @ DRAM
    for i in seq(0, 4):
        x[i] = y[i]
def p(y: f32[4] @ DRAM):
    u: f32[4] @ DRAM
    for i in seq(0, 4):
        u[i] = y[i]
---- schedule
p = replace(p, 'u : _', f)
---- expect error replace.R1
u
