config Cfg:
    f: index
    s: f32

def setup(n: size, scale: f32, A: [f32][n]):
    Cfg.f = n
    Cfg.s = scale
    for i in seq(0, n):
        A[i] = Cfg.s
def p(n: size, x: f32, A: f32[n, 8]):
    for k in seq(0, n):
        Cfg.f = 8
        Cfg.s = x
        for i in seq(0, 8):
            A[k, i] = Cfg.s
---- schedule
p = replace(p, 'Cfg.f = _', setup)
---- expect
def p(n: size, x: f32 @ DRAM, A: f32[n, 8] @ DRAM):
    for k in seq(0, n):
        setup(8, x, A[k, 0:8])
