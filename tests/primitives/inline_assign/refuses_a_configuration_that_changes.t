config Cfg:
    scale: f32
def p(y: f32):
    x: f32
    Cfg.scale = 1.0
    x = Cfg.scale
    Cfg.scale = 2.0
    y = x
---- schedule
p = inline_assign(p, 'x = _')
---- expect error inline_assign.S5
