def p(s: f32):
    s[0] = 0.0
---- expect error type
:2:5
