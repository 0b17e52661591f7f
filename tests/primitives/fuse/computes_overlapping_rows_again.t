def p(n: size, m: size, x: f32[n + 2, m + 2], y: f32[n, m]):
    rows: f32[n + 2, m]
    for i in seq(0, n + 2):
        for j in seq(0, m):
            rows[i, j] = (x[i, j] + x[i, j + 1] + x[i, j + 2]) * 0.25
    for i in seq(0, n):
        for j in seq(0, m):
            y[i, j] = (rows[i, j] + rows[i + 1, j] + rows[i + 2, j]) * 0.25
---- schedule
p = divide_with_recompute(p, 'i', 'n', 1, ['i', 'ii'])
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
p = sink_alloc(p, 'rows')
p = resize_dim(p, 'rows', 0, '3', 'i')
---- expect
def p(n: size, m: size, x: f32[n + 2, m + 2] @ DRAM, y: f32[n, m] @ DRAM):
    for i in seq(0, n):
        rows: f32[3, m] @ DRAM
        for ii in seq(0, 3):
            for j in seq(0, m):
                rows[ii, j] = (x[ii + i, j] + x[ii + i, j + 1] + x[ii + i, j + 2]) * 0.25
        for j in seq(0, m):
            y[i, j] = (rows[0, j] + rows[1, j] + rows[2, j]) * 0.25
