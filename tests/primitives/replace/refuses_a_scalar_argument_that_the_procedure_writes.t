def f(x: [f32][4] @ DRAM, s: f32 @ DRAM):
    for i in seq(0, 4):
        x[i] = s
def p(A: f32[4] @ DRAM):
    for i in seq(0, 4):
        A[i] = A[2]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S4
x and s
