config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, Cfg.n):
        Cfg.n = 2
---- schedule
p = divide_loop(p, 'i', 4, ['io', 'ii'])
---- expect error divide_loop.R5
