def p(n: size, x: f32[4 * n + 2], y: f32[4 * n], z: f32[4 * n]):
    a: f32[4 * n + 2]
    for i in seq(0, 4 * n + 2):
        a[i] = x[i] * x[i]
    for io in seq(0, n):
        for ii in seq(0, 4):
            if ii > 2:
                z[4 * io + ii] += 2.0 * a[4 * io + ii]
            y[4 * io + ii] = a[4 * io + ii] + a[4 * io + ii + 2]
---- schedule
p = divide_with_recompute(p, 'i', 'n', 4, ['io', 'ii'])
p = fuse(p, 'for io in _: _', 'for io in _: _ #1')
---- expect
def p(n: size, x: f32[4 * n + 2] @ DRAM, y: f32[4 * n] @ DRAM, z: f32[4 * n] @ DRAM):
    a: f32[4 * n + 2] @ DRAM
    for io in seq(0, n):
        for ii in seq(0, 6):
            a[ii + 4 * io] = x[ii + 4 * io] * x[ii + 4 * io]
        for ii in seq(0, 4):
            if ii > 2:
                z[4 * io + ii] += 2.0 * a[4 * io + ii]
            y[4 * io + ii] = a[4 * io + ii] + a[4 * io + ii + 2]
