def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        for k in seq(2, 5):
            A[i] = x[i]
---- schedule
p = stage_mem(p, 'for k in _: _', 'A[i]', 't')
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        t: f32 @ DRAM
        for k in seq(2, 5):
            t = x[i]
        A[i] = t
