def p(n: size, A: f32[n]):
    assert stride(A, 0) == 2
    A[1000] = 0.0
---- expect error contradiction
assert stride(A, 0) == 2
