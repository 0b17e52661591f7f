def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i < 3:
            A[i] = 1.0
---- schedule
p = lift_scope(p, 'if _: _')
---- expect error lift_scope.R2
depends on i
