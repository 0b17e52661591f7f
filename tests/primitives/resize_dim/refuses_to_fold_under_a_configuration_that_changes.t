config Cfg:
    at: index
def p(n: size, A: f32[n] @ DRAM):
    assert n == 2
    t: f32[n] @ DRAM
    t[0] = 1.0
    t[1] = 2.0
    for i in seq(0, n):
        Cfg.at = i
        if Cfg.at < n:
            if 0 <= Cfg.at:
                A[i] = t[i]
---- schedule
p = resize_dim(p, 't', 0, 1, 0, fold=True)
---- expect error resize_dim.S4
