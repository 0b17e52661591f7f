def fill(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
---- schedule
c = p.find('for i in _: _')
p = rename(p, 'ones')
p = divide_loop(p, c, 4, ['io', 'ii'], tail='guard')
---- expect
def ones(n: size, dst: [f32][n] @ DRAM):
    for io in seq(0, (n + 3) / 4):
        for ii in seq(0, 4):
            if ii + 4 * io < n:
                dst[ii + 4 * io] = 1.0
