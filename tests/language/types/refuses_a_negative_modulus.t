def p(n: size, A: f32[n]):
    A[n % (0 - 2)] = 0.0
---- expect error type
:2:11
the modulus must be positive, found -2
