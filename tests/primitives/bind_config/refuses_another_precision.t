config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, scale: f64, A: f64[n]):
    A[0] = scale
---- schedule
p = bind_config(p, p.find('A[_] = _').child(1), Cfg, 's')
---- expect error bind_config.R1
scale is of type f64, the field of type f32
