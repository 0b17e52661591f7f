config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, x: f32, A: f32[n]):
    for i in par(0, n):
        A[i] = x
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1), Cfg, 's')
---- expect error bind_config.R4
parallel loop i
