config Cfg:
    n: size
def p(A: f32[4]):
    Cfg.n = 3
---- schedule
p = add_loop(p, 'Cfg.n = _', 'k', 'Cfg.n')
---- expect error add_loop.R4
writes configuration
