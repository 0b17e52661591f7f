config Cfg:
    n: index
def set(i: index, x: f32[4]):
    if i == 0:
        x[0] = 1.0
    else:
        x[1] = 1.0
def p(A: f32[4]):
    for k in seq(0, 2):
        Cfg.n = k
        set(Cfg.n, A)
---- schedule
p = fission(p, p.find('Cfg.n = _').after())
---- expect error fission.S1
