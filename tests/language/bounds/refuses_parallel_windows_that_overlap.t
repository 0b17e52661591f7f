def p(n: size, A: f32[n + 1]):
    for i in par(0, n):
        w = A[i:i + 2]
        w[0] = 1.0
        w[1] = 2.0
---- expect error parallel
share no element of A
