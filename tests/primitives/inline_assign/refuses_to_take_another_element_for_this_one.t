def p(n: size, A: f32[n], B: f32[n]):
    t: f32[n]
    for i in seq(0, n):
        t[i] = 0.0
    for i in seq(0, n):
        t[i] = A[i]
        B[i] = t[n - 1 - i]
---- schedule
p = inline_assign(p, 't[_] = A[_]')
---- expect error inline_assign.S4
replayed
