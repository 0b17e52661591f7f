def p(n: size, A: f32[n]):
    for i in seq(0, n):
        if 65536 * (65536 * i) >= 0:
            A[i] = 0.0
---- expect error type
refuses_factors_that_overflow_together.t:3:12
the factors of this product are too large for an index: at most 2147483647 together
