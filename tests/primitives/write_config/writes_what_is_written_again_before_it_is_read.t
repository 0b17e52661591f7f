config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        Cfg.f = i
        A[Cfg.f] = 1.0
---- schedule
p = write_config(p, p.find('for i in _: _').before(), Cfg, 'f', 'n + 1')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    Cfg.f = n + 1
    for i in seq(0, n):
        Cfg.f = i
        A[Cfg.f] = 1.0
