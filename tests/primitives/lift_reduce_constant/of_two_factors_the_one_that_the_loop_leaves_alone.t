def p(n: size, A: f32[n], B: f32[2], x: f32):
    x = 0.0
    for i in seq(0, n):
        B[0] = A[i]
        x += B[0] * B[1]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect
def p(n: size, A: f32[n] @ DRAM, B: f32[2] @ DRAM, x: f32 @ DRAM):
    x = 0.0
    for i in seq(0, n):
        B[0] = A[i]
        x += B[0]
    x = B[1] * x
