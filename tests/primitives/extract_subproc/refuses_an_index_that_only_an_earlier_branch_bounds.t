config Cfg:
    f: index

def p(n: size, A: f32[n + 4]):
    if n < 4:
        Cfg.f = n
    else:
        Cfg.f = 4
    if n < 4:
        A[Cfg.f] = 1.0
---- schedule
p, part = extract_subproc(p, 'if _: _ #1', 'part')
---- expect error extract_subproc.S2
in part, A[Cfg.f] lies in A
