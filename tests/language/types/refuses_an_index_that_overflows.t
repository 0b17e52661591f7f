def p(n: size, A: f32[n]):
    if 4611686018427387904 * n >= 0:
        A[0] = 0.0
---- expect error type
refuses_an_index_that_overflows.t:2:8
this integer is too large for an index: at most 2147483647
