def f(x: [f32][4, 4] @ DRAM):
    for i in seq(0, 4):
        x[i, i] = 1.0
def p(A: f32[8, 8] @ DRAM):
    for i in seq(0, 4):
        A[i + 1, i + 3] = 1.0
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect
def p(A: f32[8, 8] @ DRAM):
    f(A[1:5, 3:7])
