def p(n: size, m: size, x: f32[n + 2, m], y: f32[n, m]):
    rows: f32[n + 2, m]
    for i in seq(0, n):
        for ii in seq(0, 3):
            for j in seq(0, m):
                rows[i + ii, j] = x[i + ii, j] * x[i + ii, j]
        for j in seq(0, m):
            y[i, j] = rows[i, j] + rows[i + 2, j]
---- schedule
p = fission(p, p.find('for ii in _: _').after())
---- expect
def p(n: size, m: size, x: f32[n + 2, m] @ DRAM, y: f32[n, m] @ DRAM):
    rows: f32[n + 2, m] @ DRAM
    for i in seq(0, n):
        for ii in seq(0, 3):
            for j in seq(0, m):
                rows[i + ii, j] = x[i + ii, j] * x[i + ii, j]
    for i in seq(0, n):
        for j in seq(0, m):
            y[i, j] = rows[i, j] + rows[i + 2, j]
