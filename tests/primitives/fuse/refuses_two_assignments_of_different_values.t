def p(n: size, x: f32[n + 1], y: f32[n]):
    a: f32[n + 1]
    for i in seq(0, n):
        a[i] = x[i]
        a[i + 1] = 2.0 * x[i + 1]
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
