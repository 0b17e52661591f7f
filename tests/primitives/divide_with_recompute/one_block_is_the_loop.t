def p(n: size, A: f32[n], x: f32):
    for i in seq(0, n):
        x += A[i]
---- schedule
p = divide_with_recompute(p, 'i', 1, 4, ['io', 'ii'])
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32 @ DRAM):
    for io in seq(0, 1):
        for ii in seq(0, n):
            x += A[ii + 4 * io]
