config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def set(n: index):
    Cfg.f = n + 1
def p(n: size, A: f32[n + 4]):
    set(n + 1)
    Cfg.f = n + 2
    A[Cfg.f] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect
def p(n: size, A: f32[n + 4] @ DRAM):
    set(n + 1)
    A[Cfg.f] = 1.0
