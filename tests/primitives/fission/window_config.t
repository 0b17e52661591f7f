config Cfg:
    n: index
def set(x: [f32][1]):
    x[0] = 1.0
def p(A: f32[4, 1]):
    for k in seq(0, 4):
        Cfg.n = k
        set(A[Cfg.n % 4, 0:1])
---- schedule
p = fission(p, p.find('Cfg.n = _').after())
---- expect error fission.S1
