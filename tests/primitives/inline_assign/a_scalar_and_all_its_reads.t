def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        x: f32
        x = A[i] * 2.0
        B[i] = x + 1.0
        C[i] += x * x
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM, C: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        B[i] = A[i] * 2.0 + 1.0
        C[i] += A[i] * 2.0 * (A[i] * 2.0)
