def p(n: size, A: f32[n]):
    for i in seq(0, n):
        i = 2
---- expect error type
:3:9
