def p(n: size, A: f32[n], y: f32):
    x: f32
    for i in seq(0, n):
        x = A[i]
        A[i] = x + 1.0
    y = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S4
counterexample
