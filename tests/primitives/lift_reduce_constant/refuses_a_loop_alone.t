def p(n: size, c: f32, A: f32[n], x: f32):
    for i in seq(0, n):
        x += c * A[i]
---- schedule
p = lift_reduce_constant(p, 'for i in _: _')
---- expect error lift_reduce_constant.R1
