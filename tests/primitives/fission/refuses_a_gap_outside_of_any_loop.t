def p(A: f32[4]):
    A[0] = 1.0
    A[1] = 2.0
---- schedule
p = fission(p, p.find('A[0] = _').after())
---- expect error fission.R3
