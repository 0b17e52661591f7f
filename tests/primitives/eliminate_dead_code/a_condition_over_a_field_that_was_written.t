config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(A: f32[4]):
    Cfg.f = 3
    if Cfg.f < 4:
        A[0] = 1.0
    else:
        A[0] = 2.0
---- schedule
p = eliminate_dead_code(p, 'if _: _')
---- expect
def p(A: f32[4] @ DRAM):
    Cfg.f = 3
    A[0] = 1.0
