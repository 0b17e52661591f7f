def out(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        B[i] = A[i] + 1.0
        C[i] = B[i] + B[i]
---- schedule
p = inline_assign(p, 'B[_] = _')
---- expect error inline_assign.R2
