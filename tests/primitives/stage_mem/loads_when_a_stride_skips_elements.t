def p(n: size, A: f32[2 * n] @ DRAM):
    for i in seq(0, n):
        A[2 * i] = 0.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:2 * n]', 't')
---- expect
def p(n: size, A: f32[2 * n] @ DRAM):
    t: f32[2 * n] @ DRAM
    for i0 in seq(0, 2 * n):
        t[i0] = A[i0]
    for i in seq(0, n):
        t[2 * i] = 0.0
    for i0 in seq(0, 2 * n):
        A[i0] = t[i0]
