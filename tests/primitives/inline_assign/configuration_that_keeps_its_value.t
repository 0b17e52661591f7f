config Cfg:
    scale: f32
    m: size
def p(n: size, A: f32[n]):
    x: f32
    x = Cfg.scale * 2.0
    Cfg.m = 3
    for i in seq(0, n):
        A[i] = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    x: f32 @ DRAM
    Cfg.m = 3
    for i in seq(0, n):
        A[i] = Cfg.scale * 2.0
