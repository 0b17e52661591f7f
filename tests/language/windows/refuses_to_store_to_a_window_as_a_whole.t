def p(n: size, A: f32[n, 4]):
    w = A[0, 0:4]
    w = 1.0
---- expect error type
:3:
