def scale(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] = 2.0 * x[k]
def add(n: size, x: [f32][n], y: [f32][n]):
    for k in seq(0, n):
        y[k] += x[k]
def p(n: size, A: f32[n, 4], B: f32[n, 4], C: f32[n, 4]):
    for i in seq(0, n):
        for j in seq(0, 4):
            if i + j > 2:
                scale(1, A[i, j:j + 1], B[i, j:j + 1])
                add(1, B[i, j:j + 1], C[i, j:j + 1])
            else:
                C[i, j] = 3.0
---- schedule
p = fission(p, p.find('scale(_)').after(), n_lifts=3)
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
p = fuse(p, 'for j in _: _', 'for j in _: _ #1')
p = fuse(p, 'if _: _', 'if _: _ #1')
---- expect
def p(n: size, A: f32[n, 4] @ DRAM, B: f32[n, 4] @ DRAM, C: f32[n, 4] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 4):
            if i + j > 2:
                scale(1, A[i, j:j + 1], B[i, j:j + 1])
                add(1, B[i, j:j + 1], C[i, j:j + 1])
            else:
                C[i, j] = 3.0
