config Cfg:
    f: index
    g: index
    s: f32
    b: bool
def f(n: size, scale: f32, A: [f32][n]):
    for i in seq(0, n):
        A[i] = A[i] * scale

def p(n: size, scale: f32, A: f32[n]):
    f(n, scale, A)
    A[0] = Cfg.s
---- schedule
g = rename(f, 'g')
g = bind_config(g, g.find('A[_] = _').child(1).child(1), Cfg, 's')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S2
A[0] = Cfg.s
