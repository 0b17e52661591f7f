def p(n: size, A: f32[n]):
    A[n / 0] = 0.0
---- expect error type
:2:11
the divisor must be positive, found 0
