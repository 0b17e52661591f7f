def p(n: size, A: f32[n + 1] @ DRAM, B: f32[n + 1] @ DRAM):
    for i in seq(0, n):
        B[i + 1] = A[i] + 1.0
---- schedule
p = bind_expr(p, '_ + _', 'sum')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM, B: f32[n + 1] @ DRAM):
    for i in seq(0, n):
        sum: f32 @ DRAM
        sum = A[i] + 1.0
        B[i + 1] = sum
