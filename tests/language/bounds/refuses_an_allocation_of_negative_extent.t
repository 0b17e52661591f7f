def p(n: size, A: f32[n]):
    t: f32[n - 2]
    A[0] = 0.0
---- expect error bounds
the extent n - 2 of t is not negative
n = 1
