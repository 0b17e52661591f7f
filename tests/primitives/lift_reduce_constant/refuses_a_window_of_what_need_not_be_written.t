def p(n: size, m: size, x: f32, a: f32[n]):
    assert m <= n
    c: f32[4]
    w = c[1:3]
    for j in seq(0, m - 1):
        w[0] = 2.0
    x = 0.0
    for i in seq(0, m - 1):
        x += w[0] * a[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S4
