config Cfg:
    on: bool
def setup(on: bool):
    Cfg.on = on
def p(on: bool, off: bool, A: f32[1]):
    setup(on)
    setup(off)
    if Cfg.on:
        A[0] = 1.0
---- schedule
p = delete_config(p, 'setup() #1')
---- expect error delete_config.S1
reads it
