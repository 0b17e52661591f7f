def p(n: size, m: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 0.0
        if m < 3:
            A[i] = 1.0
---- schedule
p = lift_scope(p, 'if _: _')
---- expect error lift_scope.R1
not alone
