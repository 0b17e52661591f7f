def p(n: size, c: i32, A: i32[n], x: i32):
    x = 0
    for i in seq(0, n):
        x += c * A[i]
---- schedule
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
---- expect error lift_reduce_constant.R3
integers take part
