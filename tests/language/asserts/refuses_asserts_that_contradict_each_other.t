def p(n: size, A: f32[n]):
    assert n > 4
    assert n < 3
    A[1000] = 0.0
---- expect error contradiction
no arguments of p meet this assert and those before it
assert n < 3
