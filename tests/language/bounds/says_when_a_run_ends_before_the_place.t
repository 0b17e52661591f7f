def p(n: size, A: f32[n]):
    for i in seq(0, n):
        A[i] = 0.299
    A[n] = 1.0
---- schedule
---- expect error bounds
[not replayed: the literal 0.299 is not an exact integer
