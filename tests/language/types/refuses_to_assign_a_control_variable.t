def p(n: size, A: f32[n]):
    n = 3
---- expect error type
:2:5
