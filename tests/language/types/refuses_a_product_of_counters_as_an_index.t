def p(n: size, A: f32[n * n]):
    for i in seq(0, n):
        for j in seq(0, n):
            A[i * j] = 0.0
---- expect error type
:4:15
not quasi-affine
