config Cfg:
    scale: f32
def p(A: f32[4]):
    x: f32
    x = A[0] * 2.0
    Cfg.scale = x + 1.0
    A[1] = Cfg.scale
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(A: f32[4] @ DRAM):
    x: f32 @ DRAM
    Cfg.scale = A[0] * 2.0 + 1.0
    A[1] = Cfg.scale
