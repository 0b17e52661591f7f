def put(a: [f32][1], s: [f32][1]):
    a[0] = s[0]
def p(n: size, x: f32[n], y: f32[n], s: f32[1], a: f32[1]):
    for i in seq(0, n):
        s[0] += x[i]
        put(a[0:1], s[0:1])
    for i in seq(0, n):
        y[i] = a[0]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: y[
