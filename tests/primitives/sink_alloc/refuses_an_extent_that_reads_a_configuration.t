config Cfg:
    n: index
def p(n: size, A: f32[n] @ DRAM):
    assert Cfg.n > 0
    x: f32[Cfg.n] @ DRAM
    for i in seq(0, n):
        A[i] = 0.0
        if i < Cfg.n:
            x[i] = A[i]
---- schedule
p = sink_alloc(p, 'x')
---- expect error sink_alloc.R3
Cfg.n
