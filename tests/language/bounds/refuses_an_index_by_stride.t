def p(n: size, A: [f32][n]):
    for i in seq(0, stride(A, 0)):
        A[i] = 0.0
---- expect error bounds
A[i] lies in A
