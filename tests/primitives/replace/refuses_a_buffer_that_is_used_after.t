def f(y: [f32][4] @ DRAM):
    t: f32 @ DRAM
    t = y[0]
def p(y: f32[4] @ DRAM):
    u: f32 @ DRAM
    u = y[0]
    y[1] = u
---- schedule
p = replace(p, 'u : _', f)
---- expect error replace.R2
u
