def p(n: size, A: f32[1]):
    for k in seq(2147483647 * n, 2147483647 * n + 1):
        if 3 * k >= 0:
            A[0] += 1.0
---- expect error index
3 * k of p may be 1.38e+19, which does not fit 64 bits
