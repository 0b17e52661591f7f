config Cfg:
    n: size
def p(A: f32[4], B: f32[4]):
    for i in seq(0, 4):
        if Cfg.n < 3:
            Cfg.n = 8
            B[i] = 2.0
---- schedule
p = fission(p, p.find('Cfg.n = _').after())
---- expect error fission.R5
