def p(n: size, C: f32[n + 1], A: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        x += C[n / 2] * A[i]
        C[i] = 2.0
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S3
counterexample
