def p(A: f32[4]):
    A[0] = 1e999
---- expect error type
:2:12
this number does not fit a double
