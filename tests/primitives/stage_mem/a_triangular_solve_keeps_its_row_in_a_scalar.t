def f(n: size, dst: [f32][n] @ DRAM):
    for i in seq(0, n):
        dst[i] = 1.0
def p(n: size, L: f32[n, n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, i):
            x[i] += L[i, j] * x[j]
---- schedule
p = stage_mem(p, 'for j in _: _', 'x[i]', 't', accum=True)
---- expect
def p(n: size, L: f32[n, n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32 @ DRAM
        t = 0.0
        for j in seq(0, i):
            t += L[i, j] * x[j]
        x[i] += t
