config Cfg:
    len: index
def p(n: size, m: size, A: f32[n]):
    for i in seq(0, m):
        for j in seq(0, i + 1):
            for k in seq(0, 1):
                Cfg.len = n - j - 1
    A[Cfg.len + m - 1] = 1.0
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    for i in seq(0, m):
        for j in seq(0, i + 1):
            for k in seq(0, 1):
                Cfg.len = n - j - 1
    A[Cfg.len + m - 1] = 1.0
