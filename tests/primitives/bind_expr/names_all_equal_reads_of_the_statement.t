def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        B[i] = A[i] * A[i] + A[0]
---- schedule
p = bind_expr(p, 'A[_]', 'a')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        a: f32 @ DRAM
        a = A[i]
        B[i] = a * a + A[0]
