config Cfg:
    x: f32
def f(s: f32 @ DRAM, y: [f32][1] @ DRAM):
    Cfg.x = 1.0
    y[0] = s
def p(y: f32[1] @ DRAM):
    Cfg.x = 1.0
    y[0] = Cfg.x
---- schedule
p = replace(p, 'Cfg.x = _', f)
---- expect error replace.R1
Cfg.x
