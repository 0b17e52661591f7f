def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, 2):
            f(4, A[i, 4 * j:4 * j + 4])
---- schedule
p = stage_mem(p, 'for j in _: _', 'A[i, 0:8]', 't')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        t: f32[8] @ DRAM
        for j in seq(0, 2):
            f(4, t[4 * j:4 * j + 4])
        for i0 in seq(0, 8):
            A[i, i0] = t[i0]
