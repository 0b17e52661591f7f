config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, Cfg.n):
        Cfg.n = 2
---- schedule
p = cut_loop(p, 'i', 1)
---- expect error cut_loop.R2
