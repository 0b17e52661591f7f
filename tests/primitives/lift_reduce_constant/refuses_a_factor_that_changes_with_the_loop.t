def p(n: size, A: f32[n], B: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        x += A[i] * B[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.R2
the products have no such common factor
