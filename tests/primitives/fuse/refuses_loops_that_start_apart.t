def p(n: size, A: f32[n + 1], B: f32[n + 1]):
    for i in seq(0, n + 1):
        A[i] = 1.0
    for i in seq(1, n + 1):
        B[i] = 1.0
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S1
replayed: B[0]
shift_loop
