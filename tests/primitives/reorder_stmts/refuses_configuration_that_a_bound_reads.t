config Cfg:
    m: size
def p(A: f32[4]):
    Cfg.m = 2
    Cfg.m = 3
    for i in seq(0, Cfg.m):
        if i < 4:
            A[i] = 1.0
---- schedule
p = reorder_stmts(p, 'Cfg.m = 3 ; for i in _: _')
---- expect error reorder_stmts.S1
