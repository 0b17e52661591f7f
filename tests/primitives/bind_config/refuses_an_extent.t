config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    t: f32[n + 1]
    t[n] = 1.0
    A[0] = t[n]
---- schedule
p = bind_config(p, 'n + 1', Cfg, 'f')
---- expect error bind_config.R3
n + 1 would be evaluated again
