config Cfg:
    f: index

def p(n: size, A: f32[n + 4]):
    if n < 4:
        Cfg.f = n
        A[Cfg.f] = 1.0
---- schedule
p, part = extract_subproc(p, 'Cfg.f = _ ; A[_] = _', 'part')
---- expect
def p(n: size, A: f32[n + 4] @ DRAM):
    if n < 4:
        part(n, A)
