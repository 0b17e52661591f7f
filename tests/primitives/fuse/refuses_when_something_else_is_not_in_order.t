def p(n: size, x: f32[n + 1], y: f32[n], z: f32[n + 1]):
    a: f32[n + 1]
    for i in seq(0, n):
        for k in seq(0, 2):
            a[i + k] = x[i + k]
        z[i] = 1.0
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
        z[i + 1] = y[i]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: z[
