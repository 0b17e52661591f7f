def p(n: size, A: f32[2 * n], B: f32[n]):
    for i in seq(0, n):
        for j in seq(0, n):
            A[i + j] = B[i]
---- schedule
p = lift_scope(p, 'for j in _: _')
---- expect error lift_scope.S1
counterexample
