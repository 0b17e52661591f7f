def f(x: [f32][4], y: [f32][4], s: f32):
    for i in seq(0, 4):
        s += x[i] * y[i]
def p(A: f32[8], s: f32):
    f(A[0:4], A[2:6], s)
---- expect
def p(A: f32[8] @ DRAM, s: f32 @ DRAM):
    f(A[0:4], A[2:6], s)
