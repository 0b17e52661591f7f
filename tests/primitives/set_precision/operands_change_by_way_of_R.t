def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        y: f32 @ DRAM
        x = A[i]
        y = A[i]
        B[i] = x * y + 1.0
---- schedule
p = set_precision(p, 'x', 'R')
p = set_precision(p, 'y', 'f64')
p = set_precision(p, 'x', 'f64')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f64 @ DRAM
        y: f64 @ DRAM
        x = A[i]
        y = A[i]
        B[i] = x * y + 1.0
