def p(n: size, A: f32[n]):
    for i in seq(0, (n + 1) / 2):
        A[2 * i + 1] = 0.0
---- expect error bounds
n = 1
is 1, the extent is 1
