def p(n: size, c: f32, A: f32[n], B: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        x += c * (A[i] * B[i])
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect
def p(n: size, c: f32 @ DRAM, A: f32[n] @ DRAM, B: f32[n] @ DRAM, x: f32 @ DRAM):
    x = 0.0
    for i in seq(0, n):
        x += A[i] * B[i]
    x = c * x
