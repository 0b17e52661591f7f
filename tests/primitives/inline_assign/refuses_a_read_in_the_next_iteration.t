def p(n: size, A: f32[n], B: f32[n]):
    x: f32
    x = 0.0
    for i in seq(0, n):
        B[i] = x
        x = A[i]
        A[i] = x * 2.0
---- schedule
p = inline_assign(p, 'x = A[_]')
---- expect error inline_assign.S4
counterexample
