def p(n: size, A: f32[n, 4], B: f32[n]):
    for i in par(0, n):
        w = A[i, 0:4]
        w[0] = 1.0
    for i in par(0, n):
        B[i] += A[i, 0]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n] @ DRAM):
    for i in par(0, n):
        w = A[i, 0:4]
        w[0] = 1.0
        B[i] += A[i, 0]
