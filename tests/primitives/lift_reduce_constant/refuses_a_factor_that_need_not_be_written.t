def p(n: size, m: size, x: f32, a: f32[n]):
    assert m <= n
    c: f32
    for j in seq(0, m - 1):
        c = 2.0
    x = 0.0
    for i in seq(0, m - 1):
        x += c * a[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S4
