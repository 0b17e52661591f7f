def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            for j in seq(0, m):
                if 4 * io + ii < n:
                    A[4 * io + ii, j] = 0.0
---- schedule
p = stage_mem(p, 'for ii in _: _', 'A[4 * io:4 * io + 4, 0:m]', 'tile')
---- expect
def p(n: size, m: size, A: f32[n, m] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        tile: f32[4, m] @ DRAM
        for ii in seq(0, 4):
            for j in seq(0, m):
                if 4 * io + ii < n:
                    tile[ii, j] = 0.0
        for i0 in seq(0, 4):
            if i0 + 4 * io < n:
                for i1 in seq(0, m):
                    A[i0 + 4 * io, i1] = tile[i0, i1]
