def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
    A[0] = 3.0
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.R1
other statements stand between
