def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        A[i] += 1.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i0 in seq(0, n):
        t[i0] = A[i0]
    for i in par(0, n):
        t[i] += 1.0
    for i0 in seq(0, n):
        A[i0] = t[i0]
