def p(A: f32[8], C: f32[8]):
    t: f32[8]
    for i in seq(0, 8):
        t[i] = A[i]
    for i in seq(0, 8):
        C[i] += f32(t[i] * A[i])
---- schedule
p = set_precision(p, 't', 'f64')
---- expect error set_precision.R2
one operation would mix f64 and f32
