config Cfg:
    f: index
    g: index
def setup(n: size):
    Cfg.f = n
    Cfg.g = 4
def p(A: f32[4]):
    setup(8)
    Cfg.f = 2
    for i in seq(0, Cfg.f):
        A[i] = 1.0
---- schedule
p = delete_config(p, 'setup(_)')
---- expect
def p(A: f32[4] @ DRAM):
    Cfg.f = 2
    for i in seq(0, Cfg.f):
        A[i] = 1.0
