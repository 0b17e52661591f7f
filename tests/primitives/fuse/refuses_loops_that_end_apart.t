def p(n: size, m: size, A: f32[n], B: f32[m]):
    for i in seq(0, n):
        A[i] = 1.0
    for i in seq(0, m):
        B[i] = 1.0
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S1
counterexample
