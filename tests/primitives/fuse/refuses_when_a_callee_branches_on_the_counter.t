def f(c: bool, i: index, x: [f32][4], y: [f32][4]):
    assert i >= 0
    assert i < 4
    if c:
        x[i] = 1.0
    else:
        y[i] = x[3]
def p(A: f32[4], B: f32[4]):
    for i in seq(0, 4):
        f(i == 3, i, A[0:4], B[0:4])
    for i in seq(0, 4):
        f(i == 3, i, A[0:4], B[0:4])
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
counterexample
replayed: B[
