def p(A: f32[8]):
    w = A[2:8]
    v = w[0:4]
    v[4] = 1.0
---- expect error bounds
v[4] lies in v
