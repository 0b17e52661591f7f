config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(x: f32, A: [f32][4]):
    A[0] = x
def p(x: f32, A: f32[8]):
    f(x, A[0:4])
---- schedule
p = bind_config(p, p.find('f(_)').child(0), Cfg, 's')
---- expect error bind_config.R2
x is passed to the call by reference
