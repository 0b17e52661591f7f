def p(n: size, A: f32[n] @ DRAM):
    w = A[0:n]
    for i in seq(0, n):
        w[i] = 1.0
---- schedule
p = stage_mem(p, 'w = _', 'A[0:n]', 't')
---- expect error stage_mem.R2
the window w is used after the block
