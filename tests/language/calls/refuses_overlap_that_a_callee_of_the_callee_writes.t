def g(z: [f32][4]):
    z[0] += 1.0
def f(x: [f32][4], y: [f32][4]):
    g(x)
def p(A: f32[8]):
    f(A[0:4], A[2:6])
---- expect error alias
do not overlap
