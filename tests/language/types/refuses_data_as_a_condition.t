def p(s: f32):
    if s < 1.0:
        s = 0.0
---- expect error type
:2:
