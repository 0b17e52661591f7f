def p(n: size, A: R[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] += A[i] * A[i] + 1.0
---- schedule
p = bind_expr(p, '_ * _', 'square')
---- expect
def p(n: size, A: R[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        square: R @ DRAM
        square = A[i] * A[i]
        B[i] += square + 1.0
