def f(s: f32 @ DRAM, x: [f64][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = s
def p(s: f64 @ DRAM, x: f64[4] @ DRAM):
    for i in seq(0, 4):
        x[i] = s
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.R1
f64
f32
