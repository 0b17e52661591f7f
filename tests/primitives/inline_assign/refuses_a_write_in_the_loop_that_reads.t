def p(n: size, A: f32[n + 1]):
    x: f32
    x = A[0]
    for i in seq(0, n + 1):
        A[i] = x + A[i]
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S5
replayed: A[1] is
