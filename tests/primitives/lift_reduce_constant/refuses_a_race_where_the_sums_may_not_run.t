def p(n: size, x: f32[n], c: f32[n], A: f32[n]):
    for i in par(0, n):
        x[i] = 0.0
        for k in seq(0, 0):
            x[i] += c[0] * A[i]
        if i == 0:
            c[0] = 5.0
---- schedule
p = lift_reduce_constant(p, 'x[_] = _ ; for k in _: _')
---- expect error lift_reduce_constant.S4
