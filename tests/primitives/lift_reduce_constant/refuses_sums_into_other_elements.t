def p(n: size, c: f32, A: f32[n], C: f32[n]):
    C[0] = 0.0
    for i in seq(0, n):
        C[i] += c * A[i]
---- schedule
p = lift_reduce_constant(p, 'C[_] = _ ; for i in _: _')
---- expect error lift_reduce_constant.S1
counterexample
