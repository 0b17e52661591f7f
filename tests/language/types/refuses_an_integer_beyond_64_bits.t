def p(A: f32[4]):
    A[99999999999999999999] = 0.0
---- expect error syntax
does not fit 64 bits
