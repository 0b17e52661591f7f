def f(x: [f32][4], y: [f32][4]):
    for i in seq(0, 4):
        x[i] = y[i]
def p(n: size, A: f32[n, 8]):
    w = A[0, 0:8]
    v = w[2:6]
    f(v, A[0, 0:4])
---- expect error alias
the arguments x and y do not overlap
