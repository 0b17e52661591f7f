config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = Cfg.s
---- schedule
p = write_config(p, 'A[_] = _', Cfg, 's', '4.0')
---- expect error write_config.S1
A[i] = Cfg.s
