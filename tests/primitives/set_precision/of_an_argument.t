def p(n: size, A: R[n] @ DRAM, B: R[n] @ DRAM):
    for i in seq(0, n):
        B[i] += relu(A[i]) * -2.0
---- schedule
p = set_precision(p, 'A', 'f64')
p = set_precision(p, 'B', 'f32')
---- expect
def p(n: size, A: f64[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] += relu(A[i]) * -2.0
