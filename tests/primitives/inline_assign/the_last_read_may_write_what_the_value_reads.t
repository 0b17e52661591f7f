def p(n: size, A: f32[n]):
    x: f32
    for i in seq(0, n):
        x = A[i] * A[i]
        A[i] = x + 1.0
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    for i in seq(0, n):
        A[i] = A[i] * A[i] + 1.0
