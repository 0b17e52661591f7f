config Cfg:
    scale: f32
def p(A: f32[4]):
    A[0] = Cfg.scale * 2.0
    A[1] = Cfg.scale * 2.0
    Cfg.scale = 3.0
    A[2] = Cfg.scale * 2.0
---- schedule
p = bind_expr(p, 'Cfg.scale * 2.0', 's', cse=True)
---- expect
def p(A: f32[4] @ DRAM):
    s: f32 @ DRAM
    s = Cfg.scale * 2.0
    A[0] = s
    A[1] = s
    Cfg.scale = 3.0
    A[2] = Cfg.scale * 2.0
