def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
    for i in seq(0, n):
        A[i] += x[i]
---- schedule
p = stage_mem(p, p.find('for i in _: _').expand(0, 1), 'A[0:n]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i in seq(0, n):
        t[i] = 0.0
    for i in seq(0, n):
        t[i] += x[i]
    for i0 in seq(0, n):
        A[i0] = t[i0]
