def f(A: [f32][4], B: [f32][4]):
    for i in seq(0, 4):
        A[i] = B[i]
def p(A: f32[4], B: f32[4]):
    f(A[0:4], B[0:4])
---- schedule
p = inline(p, 'f()')
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    for i in seq(0, 4):
        A[i] = B[i]
