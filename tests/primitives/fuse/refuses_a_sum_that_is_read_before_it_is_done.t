def p(n: size, A: f32[n], B: f32[n]):
    x: f32
    x = 0.0
    for i in seq(0, n):
        x += A[i]
    for i in seq(0, n):
        B[i] = x
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
replayed: B[
