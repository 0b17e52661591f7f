def p(n: size, A: f32[n + 1]):
    w = A[0:n]
    w[0] = 1.0
    A[0] = A[n / 2] + 2.0
---- schedule
p = merge_writes(p, 'w[_] = _ ; A[_] = _')
---- expect error merge_writes.S2
replayed: A[0] is
