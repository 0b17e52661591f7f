def p(n: size, x: f32[2 * n + 3], y: f32[n]):
    a: f32[n + 2]
    for i in seq(0, n):
        for k in seq(0, 3):
            a[i + k] = x[i + 2 * k]
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1] + a[i + 2]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
