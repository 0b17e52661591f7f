def p(n: size, A: f32[n] @ DRAM):
    w = A[0:n]
    for i in seq(0, n):
        A[i] = 1.0
        w[i] += 1.0
---- schedule
p = inline_window(p, 'w = _')
p = stage_mem(p, 'for i in _: _', 'A[0:n]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    t: f32[n] @ DRAM
    for i0 in seq(0, n):
        t[i0] = A[i0]
    for i in seq(0, n):
        t[i] = 1.0
        t[i] += 1.0
    for i0 in seq(0, n):
        A[i0] = t[i0]
