def p(m: index, A: f32[8], B: f32[8], x: f32):
    assert m >= 0
    assert m <= 8
    x = 0.0
    for i in seq(0, m):
        x += A[m - 1] * B[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.S4
A[m - 1] is in bounds after the loop
m = 0
