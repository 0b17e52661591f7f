def p(n: size, m: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, m - 1):
            A[i] = 1.0
---- schedule
p = stage_mem(p, 'for j in _: _', 'A[i]', 't')
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32 @ DRAM
        t = A[i]
        for j in seq(0, m - 1):
            t = 1.0
        A[i] = t
