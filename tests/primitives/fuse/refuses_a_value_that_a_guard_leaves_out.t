def p(n: size, x: f32[n + 2], y: f32[n]):
    a: f32[n + 2]
    for i in seq(0, n + 2):
        a[i] = 0.0
    for i in seq(0, n):
        for k in seq(0, 3):
            if k < 1 + i:
                a[i + k] = x[i + k]
    for i in seq(0, n):
        y[i] = a[i] + a[i + 1]
---- schedule
p = fuse(p, 'for i in _: _ #1', 'for i in _: _ #2')
---- expect error fuse.S3
replayed: y[
