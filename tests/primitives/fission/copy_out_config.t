config Cfg:
    n: size
def p(A: f32[4]):
    for k in seq(0, 4):
        Cfg.n = k + 1
        if Cfg.n < 2:
            A[0] = 1.0
---- schedule
p = fission(p, p.find('Cfg.n = _').after())
---- expect error fission.S1
