config Cfg:
    m: size
    k: size
def p(n: size, A: f32[n]):
    Cfg.k = 4
    for i in seq(0, n):
        if Cfg.m == 3:
            A[i] = 1.0
---- schedule
p = reorder_stmts(p, 'Cfg.k = _ ; for i in _: _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if Cfg.m == 3:
            A[i] = 1.0
    Cfg.k = 4
