config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(n: size, A: [f32][n]):
    if Cfg.f < 4:
        A[0] = 1.0
    else:
        A[0] = 2.0
def p(n: size, A: f32[n]):
    f(n, A)
---- schedule
p = bind_config(p, p.find('f(_)').child(0), Cfg, 'f')
---- expect error bind_config.S1
f(n, A)
