def p(n: size, A: f32[4 * n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 4):
            A[4 * i + j] += 1.0
---- schedule
p = stage_mem(p, 'for j in _: _', 'A[4 * i:4 * i + 4]', 'tile')
---- expect
def p(n: size, A: f32[4 * n] @ DRAM):
    for i in seq(0, n):
        tile: f32[4] @ DRAM
        for i0 in seq(0, 4):
            tile[i0] = A[i0 + 4 * i]
        for j in seq(0, 4):
            tile[j] += 1.0
        for i0 in seq(0, 4):
            A[i0 + 4 * i] = tile[i0]
