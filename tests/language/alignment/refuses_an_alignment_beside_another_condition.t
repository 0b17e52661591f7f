def p(n: size, A: f32[n]):
    assert n % 16 == 0 and aligned(A, 64)
    A[0] = 1.0
---- expect error type
an alignment is a whole assert
