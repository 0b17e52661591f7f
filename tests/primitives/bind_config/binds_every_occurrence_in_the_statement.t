config Cfg:
    f: index
    g: index
    s: f32
    b: bool

def p(n: size, x: f32[n], A: f32[n]):
    A[n - 1] = x[0] * x[0] + 1.0
---- schedule
p = bind_config(p, 'x[0]', Cfg, 's')
---- expect
def p(n: size, x: f32[n] @ DRAM, A: f32[n] @ DRAM):
    Cfg.s = x[0]
    A[n - 1] = Cfg.s * Cfg.s + 1.0
