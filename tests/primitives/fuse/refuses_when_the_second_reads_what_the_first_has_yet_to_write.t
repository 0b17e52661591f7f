def p(n: size, A: f32[n + 1], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, n):
        B[i] = A[i + 1]
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
counterexample
replayed: B[
