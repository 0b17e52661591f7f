def clear(n: size, x: [f32][n]):
    for k in seq(0, n):
        x[k] = 0.0
def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    for i in seq(0, n):
        if i > 0:
            B[i] = A[i]
    for i in seq(0, n):
        if i + 1 < n:
            clear(1, A[i + 1:i + 2])
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S3
counterexample
replayed: B[
