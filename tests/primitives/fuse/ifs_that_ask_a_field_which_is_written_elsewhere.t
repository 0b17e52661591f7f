config Cfg:
    n: index
def p(A: f32[4], B: f32[4]):
    Cfg.n = 1
    if Cfg.n > 0:
        A[0] = 1.0
    if Cfg.n > 0:
        B[0] = A[0]
---- schedule
p = fuse(p, 'if _: _', 'if _: _ #1')
---- expect
def p(A: f32[4] @ DRAM, B: f32[4] @ DRAM):
    Cfg.n = 1
    if Cfg.n > 0:
        A[0] = 1.0
        B[0] = A[0]
