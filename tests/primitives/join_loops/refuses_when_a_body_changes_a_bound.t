config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, 4):
        Cfg.n = 5
    for i in seq(4, Cfg.n):
        Cfg.n = 5
---- schedule
p = join_loops(p, 'i', 'i #1')
---- expect error join_loops.R4
writes configuration
