def p(n: size, B: f32[n]):
    x: f32
    x = 0.0
    for i in seq(0, n):
        x = x + 1.0
        B[i] = x
---- schedule
p = inline_assign(p, 'x = x + _')
---- expect error inline_assign.S4
counterexample
