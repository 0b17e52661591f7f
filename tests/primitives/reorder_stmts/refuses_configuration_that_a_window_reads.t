config Cfg:
    m: size
def p(A: f32[8], x: f32):
    Cfg.m = 1
    w = A[Cfg.m % 4:8]
    Cfg.m = 2
    x = w[0]
---- schedule
p = reorder_stmts(p, 'w = _ ; Cfg.m = 2')
---- expect error reorder_stmts.S1
