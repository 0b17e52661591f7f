def p(n: size, L: f32[n, n] @ DRAM, x: f32[n] @ DRAM):
    for i in seq(0, n):
        for j in seq(0, i + 1):
            x[i] += L[i, j] * x[j]
---- schedule
p = stage_mem(p, 'for j in _: _', 'x[i]', 't')
---- expect error stage_mem.S1
counterexample
