def p(n: size, A: f32[n + 4]):
    w = A[0:n]
    w[n] = 1.0
---- expect error bounds
w[n] lies in w
