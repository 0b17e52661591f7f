config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, Cfg.n):
        Cfg.n = 2
---- schedule
p = shift_loop(p, 'i', 1)
---- expect error shift_loop.R2
