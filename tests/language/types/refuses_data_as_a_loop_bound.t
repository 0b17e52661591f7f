def p(A: f32[4], s: f32):
    for i in seq(0, s):
        A[0] = 0.0
---- expect error type
:2:
