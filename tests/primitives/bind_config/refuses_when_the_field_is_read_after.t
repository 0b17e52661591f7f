config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, scale: f32, A: f32[n]):
    for i in seq(0, n):
        A[i] = scale
    A[0] += Cfg.s
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1), Cfg, 's')
---- expect error bind_config.S1
A[0] += Cfg.s
