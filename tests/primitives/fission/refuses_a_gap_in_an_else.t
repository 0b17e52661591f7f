def p(n: size, A: f32[n], B: f32[n]):
    for i in seq(0, n):
        if i < 3:
            pass
        else:
            A[i] = 1.0
            B[i] = 2.0
---- schedule
p = fission(p, p.find('A[_] = _').after())
---- expect error fission.R1
else branch
