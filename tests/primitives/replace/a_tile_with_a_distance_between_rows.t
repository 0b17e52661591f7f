def tile(n: size, x: [f32][n, 4] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 4):
            x[i, j] += 1.0
def p(A: f32[6, 3, 8] @ DRAM):
    for i in seq(0, 5):
        for j in seq(0, 4):
            A[i + 1, 2, j + 4] += 1.0
---- schedule
p = replace(p, 'for i in _: _', tile)
---- expect
def p(A: f32[6, 3, 8] @ DRAM):
    tile(5, A[1:6, 2, 4:8])
