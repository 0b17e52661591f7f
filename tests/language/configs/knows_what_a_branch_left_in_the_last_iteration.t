config Cfg:
    len: index
def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if i % 2 == 0:
            Cfg.len = i
        else:
            Cfg.len = i - 1
    A[Cfg.len + (n - 1) % 2] = 1.0
---- expect
def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        if i % 2 == 0:
            Cfg.len = i
        else:
            Cfg.len = i - 1
    A[Cfg.len + (n - 1) % 2] = 1.0
