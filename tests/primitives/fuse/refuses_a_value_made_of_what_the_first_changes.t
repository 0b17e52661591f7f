def p(n: size, x: f32[n + 1], y: f32[n]):
    a: f32[n + 1]
    s: f32
    s = 0.0
    for i in seq(0, n):
        s += x[i]
        for k in seq(0, 2):
            a[i + k] = s
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
