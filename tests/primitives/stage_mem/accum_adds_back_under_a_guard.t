def p(n: size, m: size, A: f32[n] @ DRAM, x: f32[m] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        for k in seq(0, m):
            for ii in seq(0, 4):
                if 4 * io + ii < n:
                    A[4 * io + ii] += x[k]
---- schedule
p = stage_mem(p, 'for k in _: _', 'A[4 * io:4 * io + 4]', 'tile', accum=True)
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM, x: f32[m] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        tile: f32[4] @ DRAM
        for i0 in seq(0, 4):
            tile[i0] = 0.0
        for k in seq(0, m):
            for ii in seq(0, 4):
                if 4 * io + ii < n:
                    tile[ii] += x[k]
        for i0 in seq(0, 4):
            if i0 + 4 * io < n:
                A[i0 + 4 * io] += tile[i0]
