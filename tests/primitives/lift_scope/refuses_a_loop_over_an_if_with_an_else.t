def p(n: size, m: size, A: f32[n]):
    if m < 3:
        for i in seq(0, n):
            A[i] = 1.0
    else:
        A[0] = 2.0
---- schedule
p = lift_scope(p, 'for i in _: _')
---- expect error lift_scope.R3
