def p(A: f32[4], s: f32):
    s = A
---- expect error type
:2:9
