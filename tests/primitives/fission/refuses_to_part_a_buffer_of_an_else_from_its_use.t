def p(n: size, A: f32[n]):
    if n < 3:
        pass
    else:
        x: f32
        x = 1.0
        A[0] = x
---- schedule
p = fission(p, p.find('x = _').after())
---- expect error fission.R2
the second part uses x
