def p(A: f32[16]):
    assert aligned(A, 48)
    A[0] = 1.0
---- expect error type
an alignment is a power of two from 1 to 4096
