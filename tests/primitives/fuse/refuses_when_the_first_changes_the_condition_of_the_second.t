config Cfg:
    n: index
def p(A: f32[4]):
    if Cfg.n > 0:
        Cfg.n = 0
    if Cfg.n > 0:
        A[0] = 1.0
---- schedule
p = fuse(p, 'if _: _', 'if _: _ #1')
---- expect error fuse.R3
writes configuration
