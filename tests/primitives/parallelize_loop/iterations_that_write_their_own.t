def copy(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] += x[k]
def p(n: size, A: f32[n + 1, 4], B: f32[n, 4]):
    for i in seq(0, n):
        t: f32[4]
        for j in seq(0, 4):
            t[j] = A[i + 1, j]
        w = B[i, 0:4]
        copy(4, t[0:4], w[0:4])
---- schedule
c = p.find('t[_] = _')
p = parallelize_loop(p, 'i')
p = unroll_loop(p, p.forward(c).parent())
---- expect
def p(n: size, A: f32[n + 1, 4] @ DRAM, B: f32[n, 4] @ DRAM):
    for i in par(0, n):
        t: f32[4] @ DRAM
        t[0] = A[i + 1, 0]
        t[1] = A[i + 1, 1]
        t[2] = A[i + 1, 2]
        t[3] = A[i + 1, 3]
        w = B[i, 0:4]
        copy(4, t[0:4], w[0:4])
