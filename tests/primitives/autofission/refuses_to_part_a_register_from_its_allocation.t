def p(n: size, A: f32[n], B: f32[n]):
    for k in seq(0, 4):
        for i in seq(0, n):
            x: f32
            x = A[i]
            B[i] = x
---- schedule
p = autofission(p, p.find('x = _').after(), n_lifts=2)
---- expect error autofission.R2
