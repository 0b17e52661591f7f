def p(n: size, A: f32[4]):
    for i in seq(0, n):
        if i < 4 or i == 4:
            A[i] = 0.0
---- expect error bounds
i = 4
