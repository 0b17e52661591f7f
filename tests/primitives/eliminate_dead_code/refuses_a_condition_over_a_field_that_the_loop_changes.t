config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[4]):
    Cfg.f = 3
    for i in seq(0, n):
        if Cfg.f < 4:
            A[0] = 1.0
        Cfg.f = 4
---- schedule
p = eliminate_dead_code(p, 'if _: _')
---- expect error eliminate_dead_code.S1
