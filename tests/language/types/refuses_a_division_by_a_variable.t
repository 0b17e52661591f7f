def p(n: size, m: size, A: f32[n]):
    A[n / m] = 0.0
---- expect error type
:2:
