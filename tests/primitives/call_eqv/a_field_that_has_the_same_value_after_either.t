config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def f(n: size, A: [f32][n + 1]):
    A[n] = 1.0
def p(n: size, A: f32[n + 1]):
    Cfg.f = n
    f(n, A[0:n + 1])
    A[Cfg.f] += 1.0
---- schedule
g = write_config(rename(f, 'g'), 'A[_] = _', Cfg, 'f', 'n')
p = call_eqv(p, 'f(_)', g)
---- expect
def p(n: size, A: f32[n + 1] @ DRAM):
    Cfg.f = n
    g(n, A[0:n + 1])
    A[Cfg.f] += 1.0
