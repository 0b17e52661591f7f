def put(i: index, n: size, a: [f32][n], x: [f32][2 * n]):
    assert i >= 0
    assert i + 1 < n
    a[i] = x[2 * i]
    a[i + 1] = x[2 * i + 1]
def p(n: size, x: f32[2 * n + 2], y: f32[n]):
    a: f32[n + 1]
    for i in seq(0, n):
        put(i, n + 1, a[0:n + 1], x[0:2 * n + 2])
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
