config Cfg:
    n: index
def f(n: index, A: [f32][8] @ DRAM):
    Cfg.n = 0
    for i in seq(0, n):
        if i < 8:
            A[i] = 1.0
def p(A: f32[8] @ DRAM):
    f(Cfg.n, A[0:8])
---- schedule
p = inline(p, 'f(_)')
---- expect error inline.S1
Cfg.n
