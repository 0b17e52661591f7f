def p(n: size, A: f32[n, 4]):
    w = A[0, 0:4]
    w[3] = 1.0
    w = A[n - 1, 0:2]
    w[3] = 1.0
---- expect error bounds
:5:5
w_1[3] lies in w_1
