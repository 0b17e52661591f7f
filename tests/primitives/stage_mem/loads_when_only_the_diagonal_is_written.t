def p(n: size, A: f32[n, n] @ DRAM):
    for i in seq(0, n):
        A[i, i] = 0.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n, 0:n]', 't')
---- expect
def p(n: size, A: f32[n, n] @ DRAM):
    t: f32[n, n] @ DRAM
    for i0 in seq(0, n):
        for i1 in seq(0, n):
            t[i0, i1] = A[i0, i1]
    for i in seq(0, n):
        t[i, i] = 0.0
    for i0 in seq(0, n):
        for i1 in seq(0, n):
            A[i0, i1] = t[i0, i1]
