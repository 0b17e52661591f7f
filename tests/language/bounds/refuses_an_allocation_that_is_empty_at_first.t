def p(n: size):
    for i in seq(0, n):
        t: f32[i]
        t[0] = 1.0
---- expect error bounds
t[0] lies in t
i = 0
