config Cfg:
    x: int
def p(A: f32[2] @ DRAM):
    for t in seq(0, 2):
        if Cfg.x == 1:
            A[t] = 0.0
        else:
            A[1 - t] = 1.0
        Cfg.x = t
---- schedule
p = stage_mem(p, 'for t in _: _', 'A[0:2]', 'acc')
---- expect
def p(A: f32[2] @ DRAM):
    acc: f32[2] @ DRAM
    for i0 in seq(0, 2):
        acc[i0] = A[i0]
    for t in seq(0, 2):
        if Cfg.x == 1:
            acc[t] = 0.0
        else:
            acc[1 - t] = 1.0
        Cfg.x = t
    for i0 in seq(0, 2):
        A[i0] = acc[i0]
