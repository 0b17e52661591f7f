config Cfg:
    n: size
def set(x: [f32][1]):
    Cfg.n = 2
def p(A: f32[4]):
    for i in seq(0, 4):
        set(A[i:i + 1])
    for i in seq(0, Cfg.n):
        pass
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.R3
writes configuration
