config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = bind_config(p, p.find_loop('i').child(1), Cfg, 'f')
---- expect error bind_config.R3
n would be evaluated again
