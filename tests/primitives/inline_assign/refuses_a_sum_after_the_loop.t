def p(n: size, A: f32[n], B: f32[1]):
    x: f32
    for i in seq(0, n):
        x = A[i]
        A[i] = x * 2.0
    x += 1.0
    B[0] = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S4
counterexample
