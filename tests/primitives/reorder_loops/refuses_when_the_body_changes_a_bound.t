config Cfg:
    n: size
def p(A: f32[8]):
    for i in seq(0, 8):
        for j in seq(0, Cfg.n):
            Cfg.n = 2
---- schedule
p = reorder_loops(p, 'i j')
---- expect error reorder_loops.R4
