def p(x: f32[40000, 100000]):
    for io in seq(0, 100):
        for ii in seq(400 * io, 400 * io + 400):
            for j in seq(0, 1000):
                x[(100000 * ii + j) / 100000, j] = 0.0
---- expect
def p(x: f32[40000, 100000] @ DRAM):
    for io in seq(0, 100):
        for ii in seq(400 * io, 400 * io + 400):
            for j in seq(0, 1000):
                x[(100000 * ii + j) / 100000, j] = 0.0
