def p(n: size, m: size, A: f32[m], B: f32[n, m]):
    for i in seq(0, n):
        for j in seq(0, m):
            A[j] = B[i, j] + 1.0
            B[i, j] = A[j]
---- schedule
p = fission(p, p.find('A[_] = _').after(), n_lifts=2)
---- expect error fission.S1
for i in seq(0, n)
