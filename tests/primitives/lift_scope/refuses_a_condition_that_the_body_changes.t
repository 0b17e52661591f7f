config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, 8):
        if Cfg.n < 3:
            A[i] = 1.0
            Cfg.n = 4
---- schedule
p = lift_scope(p, 'if _: _')
---- expect error lift_scope.R4
