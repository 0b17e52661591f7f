def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: R[2] @ DRAM
        x[0] = A[i] + 1.0
        w = x[0:1]
        B[i] = w[0] * 2.0
---- schedule
p = set_precision(p, 'x', 'f32')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32[2] @ DRAM
        x[0] = A[i] + 1.0
        w = x[0:1]
        B[i] = w[0] * 2.0
