config Cfg:
    n: index
def put(i: index, x: [f32][4]):
    assert i >= 0
    assert i < 4
    x[i] = 1.0
def p(A: f32[4]):
    for i in seq(0, 4):
        Cfg.n = i
    for i in seq(0, 4):
        put(Cfg.n % 4, A[0:4])
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
Cfg.n
replayed: A[
