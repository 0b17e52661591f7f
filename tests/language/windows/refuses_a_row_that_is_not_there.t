def p(n: size, A: f32[n, 4]):
    w = A[n, 0:4]
    w[0] = 1.0
---- expect error bounds
the window A[n, 0:4] lies in A
