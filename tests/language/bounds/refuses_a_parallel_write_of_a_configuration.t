config Cfg:
    s: f32
def p(n: size, x: f32[n]):
    for i in par(0, n):
        x[i] = Cfg.s
        Cfg.s = 1.0
---- expect error parallel
Cfg.s
