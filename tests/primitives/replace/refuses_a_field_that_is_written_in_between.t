config Cfg:
    n: index
def f(k: index, x: [f32][4] @ DRAM):
    if k > 2:
        x[0] = 1.0
    Cfg.n = 3
    if k > 2:
        x[1] = 1.0
def p(A: f32[4] @ DRAM):
    if Cfg.n > 2:
        A[0] = 1.0
    Cfg.n = 3
    if Cfg.n > 2:
        A[1] = 1.0
---- schedule
p = replace(p, 'if _: _ #0', f)
---- expect error replace.R1
`k`
