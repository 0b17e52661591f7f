config Cfg:
    scale: f32
def setup(scale: f32):
    Cfg.scale = scale
def scaled(dst: [f32][1]):
    dst[0] = Cfg.scale
def p(scale: f32, A: f32[8]):
    setup(scale)
    for i in seq(0, 8):
        setup(scale)
        scaled(A[i:i + 1])
        scale = 2.0
---- schedule
p = delete_config(p, 'setup() #1')
---- expect error delete_config.S1
before `scaled
