def p(n: size, A: f32[n] @ DRAM):
    for i in par(0, n):
        A[i] += 1.0
---- schedule
p = stage_mem(p, 'A[_] += _', 'A[0:n]', 't')
---- expect error stage_mem.S4
parallel loop i
