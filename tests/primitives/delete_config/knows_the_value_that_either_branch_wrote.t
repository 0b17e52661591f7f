config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n + 4]):
    if n < 4:
        Cfg.f = n
    else:
        Cfg.f = 4
    if n < 4:
        Cfg.f = n
        A[Cfg.f] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = n #1')
---- expect
def p(n: size, A: f32[n + 4] @ DRAM):
    if n < 4:
        Cfg.f = n
    else:
        Cfg.f = 4
    if n < 4:
        A[Cfg.f] = 1.0
