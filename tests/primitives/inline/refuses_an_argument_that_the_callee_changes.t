config Cfg:
    n: index
def f(n: index, A: [f32][8] @ DRAM):
    assert n >= 0
    assert n <= 8
    Cfg.n = 0
    for i in seq(0, n):
        A[i] = 1.0
def p(A: f32[8] @ DRAM):
    if Cfg.n >= 0:
        if Cfg.n <= 8:
            f(Cfg.n, A[0:8])
---- schedule
p = inline(p, 'f(_)')
---- expect error inline.S1
Cfg.n
