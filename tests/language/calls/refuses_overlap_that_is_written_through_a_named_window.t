def f(x: [f32][4], y: [f32][4]):
    w = x[0:2]
    w[0] = y[0]
def p(A: f32[8]):
    f(A[0:4], A[2:6])
---- expect error alias
do not overlap
