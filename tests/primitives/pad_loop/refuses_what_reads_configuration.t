config Cfg:
    n: size
def p(m: size):
    t: f32[8]
    for i in seq(0, 4):
        if i < Cfg.n:
            t[i] = 1.0
---- schedule
p = pad_loop(p, 'i', 8)
---- expect error pad_loop.R2
Cfg.n is read
