config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    if n < 4:
        Cfg.f = 3
    A[0] = 1.0
---- schedule
p = delete_config(p, 'Cfg.f = _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    if n < 4:
        pass
    A[0] = 1.0
