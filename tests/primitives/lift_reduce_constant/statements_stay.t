def p(n: size, A: f32[n], x: f64):
    x = 0.0
    for i in seq(0, n):
        x += 0.5 * A[i]
---- schedule
s = p.find('x += _')
loop = p.find('for i in _: _')
p = lift_reduce_constant(p, 'x = _ ; for i in _: _')
p = insert_pass(p, s.after())
p = insert_pass(p, loop.after())
---- expect
def p(n: size, A: f32[n] @ DRAM, x: f64 @ DRAM):
    x = 0.0
    for i in seq(0, n):
        x += A[i]
        pass
    pass
    x = 0.5 * x
