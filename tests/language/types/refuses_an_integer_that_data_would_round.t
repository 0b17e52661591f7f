def p(A: i64[4]):
    A[0] = 9007199254740993
---- expect error type
:2:12
beyond 2^53
