def p(n: size, A: f32[n]):
    assert n <= 0
    A[1000] = 0.0
---- expect error contradiction
no arguments of p meet this assert
