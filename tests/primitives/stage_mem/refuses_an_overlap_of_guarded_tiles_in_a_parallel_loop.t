def p(n: size, A: f32[n] @ DRAM):
    for io in par(0, n):
        for ii in seq(0, 4):
            if io + ii < n and ii < 1:
                A[io + ii] += 1.0
---- schedule
p = stage_mem(p, 'for ii in _: _', 'A[io:io + 4]', 'tile')
---- expect error stage_mem.S4
parallel loop io
