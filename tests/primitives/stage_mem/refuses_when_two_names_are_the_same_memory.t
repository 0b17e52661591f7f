def p(n: size, A: f32[n] @ DRAM):
    w = A[0:n]
    for i in seq(0, n):
        A[i] = 1.0
        w[i] += 1.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n]', 't')
---- expect error stage_mem.R2
w and A are the same memory
