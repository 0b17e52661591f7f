def scale(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] = 2.0 * x[k]
def add(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] += x[k]
def p(n: size, A: f32[n, 4], B: f32[n, 4], C: f32[n, 4]):
    for i in seq(0, n):
        if i % 2 == 0:
            scale(4, A[i, 0:4], B[i, 0:4])
            add(4, B[i, 0:4], C[i, 0:4])
        else:
            add(4, A[i, 0:4], C[i, 0:4])
---- schedule
p = fission(p, p.find('scale(_)').after(), n_lifts=2)
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n, 4] @ DRAM, C: f32[n, 4] @ DRAM):
    for i in seq(0, n):
        if i % 2 == 0:
            scale(4, A[i, 0:4], B[i, 0:4])
    for i in seq(0, n):
        if i % 2 == 0:
            add(4, B[i, 0:4], C[i, 0:4])
        else:
            add(4, A[i, 0:4], C[i, 0:4])
