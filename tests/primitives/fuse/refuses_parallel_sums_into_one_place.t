def p(n: size, A: f32[n + 1]):
    for i in par(0, n):
        A[i] += 1.0
    for i in par(0, n):
        A[i + 1] += 1.0
---- schedule
p = fuse(p, 'for i in _: _', 'for i in _: _ #1')
---- expect error fuse.S4
counterexample
which shows no race
