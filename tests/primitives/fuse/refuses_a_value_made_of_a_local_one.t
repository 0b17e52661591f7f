def p(n: size, x: f32[2 * n], y: f32[n]):
    a: f32[n + 1]
    for i in seq(0, n):
        t: f32
        t = x[2 * i]
        for k in seq(0, 2):
            a[i + k] = t
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
