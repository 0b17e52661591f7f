config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, scale: f32, A: f32[n]):
    A[0] = scale * Cfg.s
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1).child(0), Cfg, 's')
---- expect error bind_config.S1
A[0] = scale * Cfg.s
