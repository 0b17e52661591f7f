def p(n: size, A: i8[4], R: f32[4]):
    for k in seq(0, n):
        for i in seq(0, 4):
            R[i] = A[i]
        for i in seq(0, 4):
            R[i] += 0.5
        for i in seq(0, 4):
            A[i] = R[i]
---- schedule
p = fission(p, p.find('for i in _: _').after())
---- expect error fission.S1
