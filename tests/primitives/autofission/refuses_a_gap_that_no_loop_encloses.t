def p(A: f32[8], B: f32[8]):
    A[0] = 1.0
    B[0] = 2.0
---- schedule
p = autofission(p, p.find('A[_] = _').after(), n_lifts=2)
---- expect error autofission.R3
no loop encloses the gap
