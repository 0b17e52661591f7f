def p(n: size, A: f32[4 * n], x: f32):
    for i in seq(0, 4 * n):
        x += A[i]
---- schedule
p = divide_with_recompute(p, 'i', 'n', 4, ['io', 'ii'])
---- expect
def p(n: size, A: f32[4 * n] @ DRAM, x: f32 @ DRAM):
    for io in seq(0, n):
        for ii in seq(0, 4):
            x += A[ii + 4 * io]
