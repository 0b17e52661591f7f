def dot(n: size, y: f32, A: [f32][n], B: [f32][n]):
    y = 0.0
    for i in seq(0, n):
        y += A[i] * B[i]
def p(n: size, Y: f32[n], A: f32[n, 8], B: f32[8]):
    for b in seq(0, n):
        Y[b] = 0.0
        for i in seq(0, 8):
            Y[b] += A[b, i] * B[i]
---- schedule
p = replace(p, 'Y[_] = _', dot)
---- expect
def p(n: size, Y: f32[n] @ DRAM, A: f32[n, 8] @ DRAM, B: f32[8] @ DRAM):
    for b in seq(0, n):
        dot(8, Y[b], A[b, 0:8], B[0:8])
