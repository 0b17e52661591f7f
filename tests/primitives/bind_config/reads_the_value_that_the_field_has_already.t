config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n + 1]):
    Cfg.f = n
    A[n] = 1.0
    A[Cfg.f] = 2.0
---- schedule
p = bind_config(p, p.find('A[n] = _').child(0), Cfg, 'f')
---- expect
def p(n: size, A: f32[n + 1] @ DRAM):
    Cfg.f = n
    Cfg.f = n
    A[Cfg.f] = 1.0
    A[Cfg.f] = 2.0
