def p(n: size, A: f32[4], R: f32[4], B: f32[n, 4]):
    for k in seq(0, n):
        for i in seq(0, 4):
            R[i] = A[i]
        for i in seq(0, 4):
            B[k, i] = R[i]
---- schedule
p = fission(p, p.find('for i in _: _').after())
p = fuse(p, 'for k in _: _', 'for k in _: _ #1')
---- expect
def p(n: size, A: f32[4] @ DRAM, R: f32[4] @ DRAM, B: f32[n, 4] @ DRAM):
    for k in seq(0, n):
        for i in seq(0, 4):
            R[i] = A[i]
        for i in seq(0, 4):
            B[k, i] = R[i]
