config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(n: size, A: [f32][n]):
    Cfg.s = 3.0
    A[0] = 1.0
def p(n: size, A: f32[n]):
    f(n, A)
    A[0] = Cfg.s
---- schedule
g = write_config(delete_config(rename(f, 'g'), 'Cfg.s = _'), 'A[_] = _', Cfg, 's', '4.0')
p = call_eqv(p, 'f(_)', g)
---- expect error call_eqv.S2
A[0] = Cfg.s
