config Cfg:
    f: index
    s: f32

def fill(m: index, A: [f32][8]):
    assert m <= 8
    for i in seq(0, m):
        A[i] = 1.0
def p(n: size, A: f32[n, 8]):
    Cfg.f = 4
    for k in seq(0, n):
        for i in seq(0, Cfg.f):
            A[k, i] = 1.0
---- schedule
p = replace(p, 'for i in _: _', fill)
---- expect
def p(n: size, A: f32[n, 8] @ DRAM):
    Cfg.f = 4
    for k in seq(0, n):
        fill(Cfg.f, A[k, 0:8])
