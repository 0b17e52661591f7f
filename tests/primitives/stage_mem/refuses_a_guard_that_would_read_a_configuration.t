config Cfg:
    n: index
def p(n: size, y: f32[1] @ DRAM):
    assert Cfg.n > 0
    A: f32[Cfg.n] @ DRAM
    for io in seq(0, n):
        for ii in seq(0, 4):
            if 4 * io + ii < Cfg.n:
                A[4 * io + ii] = 1.0
---- schedule
p = stage_mem(p, 'for ii in _: _', 'A[4 * io:4 * io + 4]', 'tile')
---- expect error stage_mem.R7
Cfg.n
