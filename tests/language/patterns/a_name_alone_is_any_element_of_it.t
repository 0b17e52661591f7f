def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = B[i] + 1.0
---- schedule
p = bind_expr(p, 'B', 'b')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[n] @ DRAM):
    for i in seq(0, n):
        b: f32 @ DRAM
        b = B[i]
        A[i] = b + 1.0
