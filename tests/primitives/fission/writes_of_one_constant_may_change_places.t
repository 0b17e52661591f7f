config Cfg:
    j: index
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        Cfg.j = 0
        A[i] = 1.0
        Cfg.j = 0
---- schedule
p = fission(p, p.find('A[_] = _').after())
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        Cfg.j = 0
        A[i] = 1.0
    for i in seq(0, n):
        Cfg.j = 0
