config Cfg:
    on: bool
    scale: f32
def setup(on: bool, scale: f32):
    Cfg.on = on
    Cfg.scale = scale
def scaled(dst: [f32][1]):
    if Cfg.on:
        dst[0] = Cfg.scale
def p(on: bool, scale: f32, A: f32[8]):
    setup(on, scale)
    for i in seq(0, 8):
        setup(on, scale)
        scaled(A[i:i + 1])
---- schedule
p = delete_config(p, 'setup() #1')
---- expect
def p(on: bool, scale: f32 @ DRAM, A: f32[8] @ DRAM):
    setup(on, scale)
    for i in seq(0, 8):
        scaled(A[i:i + 1])
