def p(n: size, c: f32, B: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        if i > 4:
            x += 1.0 / c * B[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S4
