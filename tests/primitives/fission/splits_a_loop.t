def p(n: size, A: f32[n], B: f32[n], C: f32[n]):
    for i in seq(0, n):
        B[i] = A[i]
        C[i] = B[i]
---- schedule
p = fission(p, p.find('B[_] = _').after())
---- expect
