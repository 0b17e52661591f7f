config Cfg:
    on: bool
def p(A: f32[4]):
    if Cfg.on:
        pass
    else:
        Cfg.on = True
        A[0] = 1.0
---- schedule
p = fission(p, p.find('A[_] = _').before())
---- expect error fission.R5
decides whether it runs
