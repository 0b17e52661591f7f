config Cfg:
    j: index
def p(n: size):
    for i in seq(0, n):
        Cfg.j = 0
    for j in seq(0, n):
        Cfg.j = 0
---- schedule
p = fuse(p, 'i', 'j')
---- expect
def p(n: size):
    for i in seq(0, n):
        Cfg.j = 0
        Cfg.j = 0
