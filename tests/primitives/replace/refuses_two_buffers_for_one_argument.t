def twice(x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = x[i] + x[i]
def p(a: f32[4] @ DRAM, b: f32[4] @ DRAM):
    for i in seq(0, 4):
        a[i] = b[i] + a[i]
---- schedule
p = replace(p, 'for i in _: _', twice)
---- expect error replace.R1
b[i]
