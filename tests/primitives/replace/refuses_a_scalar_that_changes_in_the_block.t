def f(s: f32 @ DRAM, x: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = s
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    for i in seq(0, 4):
        A[i] = B[i]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.R1
B[i]
