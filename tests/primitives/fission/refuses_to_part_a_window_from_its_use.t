def p(n: size, A: f32[n, 4]):
    for i in seq(0, n):
        w = A[i, 0:4]
        w[0] = 1.0
        w[1] = 2.0
---- schedule
p = fission(p, p.find('w[0] = _').after())
---- expect error fission.R2
w
