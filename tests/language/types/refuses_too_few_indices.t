def p(n: size, A: f32[n, 4]):
    A[0] = 0.0
---- expect error type
:2:5
