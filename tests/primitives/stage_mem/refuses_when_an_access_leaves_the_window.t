def p(n: size, A: f32[n + 1] @ DRAM):
    for i in seq(0, n):
        A[i] = A[i + 1]
---- schedule
p = stage_mem(p, 'for i in _: _', 'A[0:n]', 't')
---- expect error stage_mem.S1
counterexample
every access to A lies in the window
