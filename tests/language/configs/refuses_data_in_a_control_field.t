config Cfg:
    n: index
def p(x: f32):
    Cfg.n = x
---- expect error type
:4:
