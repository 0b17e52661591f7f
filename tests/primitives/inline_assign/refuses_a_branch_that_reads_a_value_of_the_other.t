def p(n: size, A: f32[n], B: f32[n]):
    x: f32
    x = 0.0
    for i in seq(0, n):
        if i < 1:
            x = A[i]
            B[i] = x
        else:
            B[i] = x + 1.0
---- schedule
p = inline_assign(p, 'x = A[_]')
---- expect error inline_assign.S4
counterexample
