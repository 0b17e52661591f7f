def p(A: f32[8], C: f32[8]):
    t: f32[8]
    for i in seq(0, 8):
        t[i] = A[i]
    for i in seq(0, 8):
        C[i] += f32(t[i] * 0.5) * A[i]
---- schedule
p = set_precision(p, 't', 'f64')
---- expect
def p(A: f32[8] @ DRAM, C: f32[8] @ DRAM):
    t: f64[8] @ DRAM
    for i in seq(0, 8):
        t[i] = A[i]
    for i in seq(0, 8):
        C[i] += f32(t[i] * 0.5) * A[i]
