def f(n: size, x: f32[n], y: f32[n]):
    for io in seq(0, (n + 3) / 4):
        t: f32[4]
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                t[ii] = x[4 * io + ii]
            else:
                t[ii] = 0.0
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                y[4 * io + ii] = t[3 - ii + ii - 3 + ii]
---- expect
def f(n: size, x: f32[n] @ DRAM, y: f32[n] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        t: f32[4] @ DRAM
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                t[ii] = x[4 * io + ii]
            else:
                t[ii] = 0.0
        for ii in seq(0, 4):
            if 4 * io + ii < n:
                y[4 * io + ii] = t[3 - ii + ii - 3 + ii]
