def f(x: [f32][4], y: [f32][4]):
    for i in seq(0, 4):
        x[i] = y[i]
def p(n: size, A: f32[n, 8]):
    w = A[0, 0:8]
    v = w[4:8]
    f(v, A[0, 0:4])
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    w = A[0, 0:8]
    v = w[4:8]
    f(v, A[0, 0:4])
