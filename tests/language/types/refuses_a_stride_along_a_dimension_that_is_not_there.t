def p(n: size, A: [f32][n]):
    assert stride(A, 1) == 1
    A[0] = 0.0
---- expect error type
there is no dimension 1
