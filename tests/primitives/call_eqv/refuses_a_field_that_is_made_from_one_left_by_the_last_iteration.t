config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(A: [f32][4]):
    A[0] = 1.0
def p(n: size, A: f32[4]):
    Cfg.f = 3
    Cfg.g = 3
    for i in seq(0, n):
        f(A[0:4])
    if Cfg.f < 4:
        A[1] = 1.0
---- schedule
g = write_config(rename(f, 'g'), 'A[_] = _', Cfg, 'g', '5')
g = write_config(g, 'A[_] = _', Cfg, 'f', 'Cfg.g')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S2
Cfg.g is written again before `g(A[0:4])`
