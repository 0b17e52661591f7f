config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[4 * n]):
    for i in seq(0, n):
        A[4 * i] = 1.0
---- schedule
p = bind_config(p, p.find('A[_] = _').child(0).child(0), Cfg, 'f')
---- expect error bind_config.R2
4 is a factor
