def p(n: size, A: f32[n + 4] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[n:n + 4]', 't')
---- expect error stage_mem.R5
this part of A
