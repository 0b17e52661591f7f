def f(x: [f32][4] @ DRAM, y: [f32][4] @ DRAM):
    for i in seq(0, 4):
        x[i] = y[i] + y[0]
def p(A: f32[4] @ DRAM, B: f32[8] @ DRAM):
    for i in seq(0, 4):
        A[i] = B[i + 1] + B[0]
---- schedule
p = replace(p, 'for i in _: _', f)
---- expect error replace.S1
B[0] is B[1]
the call would be f(A[0:4], B[1:5])
