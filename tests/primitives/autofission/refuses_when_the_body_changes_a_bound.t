config Cfg:
    n: size
def p(A: f32[4], B: f32[4]):
    for i in seq(0, Cfg.n):
        Cfg.n = 2
        B[0] = 2.0
---- schedule
p = autofission(p, p.find('Cfg.n = _').after())
---- expect error autofission.R5
