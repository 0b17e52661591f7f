def f(x: [f32][4] @ DRAM, y: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = y[i]
def p(A: f32[8] @ DRAM):
    for i in seq(0, 4):
        A[i] = A[i + 4]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(A: f32[8] @ DRAM):
    f(A[0:4], A[4:8])
