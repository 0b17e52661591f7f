def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] = A[i] * B[i]
---- schedule
p = set_precision(p, 'A', 'f64')
---- expect error set_precision.R2
f64 and f32
