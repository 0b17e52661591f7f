config Cfg:
    n: index
def f(n: index, A: [f32][8] @ DRAM):
    Cfg.n = 0
    for i in seq(0, n):
        if i < 8:
            A[i] = 1.0
def p(A: f32[8] @ DRAM):
    Cfg.n = 0
    for i in seq(0, Cfg.n):
        if i < 8:
            A[i] = 1.0
---- schedule
p = replace(p, 'Cfg.n = _', f)
---- expect error replace.R1
`n`
