def p(n: size, c: f32, A: f32[n], B: f32[n], x: f32):
    x = 0.0
    for i in seq(0, n):
        x += c * A[i]
        B[i] = x
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S2
replayed: B[
