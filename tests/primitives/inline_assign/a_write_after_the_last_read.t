def p(n: size, A: f32[n + 1], B: f32[n]):
    for i in seq(0, n):
        x: f32
        x = A[i]
        B[i] = x
        A[i] = 0.0
        A[i + 1] = 0.0
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        x: f32 @ DRAM
        B[i] = A[i]
        A[i] = 0.0
        A[i + 1] = 0.0
