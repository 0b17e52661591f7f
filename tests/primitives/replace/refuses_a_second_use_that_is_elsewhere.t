def f(x: [f32][8] @ DRAM):
    for i in seq(0, 4):
        x[i] = x[i + 4]
def p(A: f32[16] @ DRAM):
    for i in seq(0, 4):
        A[i] = A[i + 5]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S1
