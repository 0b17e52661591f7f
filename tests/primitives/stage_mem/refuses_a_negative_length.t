def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n - 4):
        A[i] += 1.0
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n - 4]', 't')
---- expect error stage_mem.S3
counterexample
