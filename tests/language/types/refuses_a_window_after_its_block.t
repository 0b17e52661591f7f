def p(n: size, A: f32[n, 4]):
    for i in seq(0, n):
        w = A[i, 0:4]
    w[0] = 1.0
---- expect error name
:4:5
unknown name `w`
