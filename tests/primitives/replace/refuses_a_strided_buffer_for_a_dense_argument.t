def f(x: f32[4] @ DRAM):
    for i in seq(0, 4):
        x[i] = 1.0
def p(A: f32[4, 4] @ DRAM):
    for i in seq(0, 4):
        A[i, 2] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.R1
whole
