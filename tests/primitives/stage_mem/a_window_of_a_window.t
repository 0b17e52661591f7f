def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        w = A[i, 0:8]
        for j in seq(0, 4):
            w[j + 4] += 1.0
---- schedule
p = stage_mem(p, 'for j in _: _', 'w[4:8]', 't')
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    for i in seq(0, n):
        w = A[i, 0:8]
        t: f32[4] @ DRAM
        for i0 in seq(0, 4):
            t[i0] = w[i0 + 4]
        for j in seq(0, 4):
            t[j] += 1.0
        for i0 in seq(0, 4):
            w[i0 + 4] = t[i0]
