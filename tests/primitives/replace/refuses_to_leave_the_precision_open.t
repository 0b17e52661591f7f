def f(x: [R][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = x[i] + x[i]
def p(x: f32[4] @ DRAM):
    for i in seq(0, 4):
        x[i] = x[i] + x[i]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.R1
R is wanted
