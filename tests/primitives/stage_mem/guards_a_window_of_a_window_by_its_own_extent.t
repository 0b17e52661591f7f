def p(n: size, A: f32[n + 5, 2] @ DRAM):
    w = A[5:n + 5, 1]
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                w[4 * io + ii] = 2.0
---- schedule
p = stage_mem(p, 'for ii in _: _', 'w[4 * io:4 * io + 4]', 'tile')
---- expect
def p(n: size, A: f32[n + 5, 2] @ DRAM):
    w = A[5:n + 5, 1]
    for io in seq(0, (n + 3) / 4):
        tile: f32[4] @ DRAM
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                tile[ii] = 2.0
        for i0 in seq(0, 4):
            if i0 + 4 * io < n:
                w[i0 + 4 * io] = tile[i0]
