def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'B[0:n]', 't')
---- expect error stage_mem.R5
does not use B
