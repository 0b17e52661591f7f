def p(A: f32[9223372036854775807]):
    A[9223372036854775807 + 1] = 0.0
---- expect error bounds
undecided
64 bits
