def p(n: size, A: f32[n + 1]):
    if n > 2:
        A[0] = 1.0
    if n > 3:
        A[1] = 1.0
---- schedule
p = fuse(p, 'if _: _', 'if _: _ #1')
---- expect error fuse.S2
counterexample: n = 3
replayed: A[1]
