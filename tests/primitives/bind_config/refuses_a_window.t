config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(A: [f32][4]):
    A[0] = 1.0
def p(A: f32[8]):
    f(A[0:4])
---- schedule
p = bind_config(p, 'A[0:4]', Cfg, 's')
---- expect error bind_config.R2
a window
