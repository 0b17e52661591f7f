def p(n: size, A: f32[n + 2], B: f32[n]):
    w = A[2:n + 2]
    for i in seq(0, n):
        B[i] = w[i] * 2.0 + 1.0
---- schedule
p = rewrite_expr(p, 'w[_] * _', '2.0 * A[i + 2]')
---- expect
def p(n: size, A: f32[n + 2] @ DRAM, B: f32[n] @ DRAM):
    w = A[2:n + 2]
    for i in seq(0, n):
        B[i] = 2.0 * A[i + 2] + 1.0
