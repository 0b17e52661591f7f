def p(n: size, A: f32[n + 2], B: f32[n + 2]):
    t: f32[n + 2]
    for i in seq(0, n + 2):
        t[i] = 0.0
    for i in seq(0, n):
        t[i] = A[i]
        B[i] = t[i] + t[n / 2]
        t[i] = 1.0
---- schedule
p = inline_assign(p, 't[_] = A[_]')
---- expect error inline_assign.S4
counterexample
