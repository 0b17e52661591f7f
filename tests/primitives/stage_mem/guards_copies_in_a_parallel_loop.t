def p(n: size, A: f32[n] @ DRAM):
    for io in par(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                A[4 * io + ii] += 1.0
---- schedule
p = stage_mem(p, 'for ii in _: _', 'A[4 * io:4 * io + 4]', 'tile')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for io in par(0, (n + 3) / 4):
        tile: f32[4] @ DRAM
        for i0 in seq(0, 4):
            if i0 + 4 * io < n:
                tile[i0] = A[i0 + 4 * io]
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                tile[ii] += 1.0
        for i0 in seq(0, 4):
            if i0 + 4 * io < n:
                A[i0 + 4 * io] = tile[i0]
