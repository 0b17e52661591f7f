def p(A: f32[8]):
    w = A[4:8]
    v = w[0:5]
    v[0] = 1.0
---- expect error bounds
the window w[0:5] lies in w
