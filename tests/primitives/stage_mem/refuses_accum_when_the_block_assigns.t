def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
        A[i] += 1.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n]', 't', accum=True)
---- expect error stage_mem.R6
also assigns A
