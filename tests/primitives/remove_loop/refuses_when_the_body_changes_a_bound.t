config Cfg:
    n: size
def p(A: f32[8]):
    for k in seq(0, Cfg.n):
        Cfg.n = 2
---- schedule
p = remove_loop(p, 'k')
---- expect error remove_loop.R2
