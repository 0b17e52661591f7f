def p(n: size, c: f32, A: f32[n], x: f64):
    x = 0.0
    for i in seq(0, n):
        x += c * A[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.R3
would mix f32 and f64
