def p(m: index, x: f32[m], y: f32[m], z: f32[m]):
    assert m >= 0
    for i in seq(0, m):
        y[i] = x[m - 1]
    for i in seq(0, m):
        z[i] = x[m - 1]
---- schedule
p = bind_expr(p, ['x[_]', p.find('z[_] = _').rhs()], 'v')
---- expect error bind_expr.S3
counterexample: m = 0  [replayed: p: x[m - 1] is out of bounds
