def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        A[i] = 1.0
        B[i] = 2.0
---- schedule
p = fission(p, p.find('A[_] = _').after(), n_lifts=2)
---- expect error fission.R3
ask for fewer lifts
