config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in par(0, n):
        if n > 2:
            A[i] = 1.0
---- schedule
p = write_config(p, 'A[_] = _', Cfg, 'f', 'n')
---- expect error write_config.R2
parallel loop i
