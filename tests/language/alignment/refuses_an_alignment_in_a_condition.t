def p(A: f32[16]):
    if aligned(A, 64):
        A[0] = 1.0
---- expect error type
an alignment is a whole assert
assert aligned(A, 64)
