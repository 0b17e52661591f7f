def p(n: size, A: f32[n + 1]):
    for i in seq(0, n):
        A[i] = 1.0
        A[i + 1] = 2.0
---- schedule
p = merge_writes(p, 'A[_] = _ ; A[_] = _')
---- expect error merge_writes.S1
counterexample
