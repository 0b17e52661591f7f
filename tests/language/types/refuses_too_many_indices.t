def p(n: size, A: f32[n]):
    A[0, 0] = 0.0
---- expect error type
:2:5
