def p(n: size, m: size, A: f32[n, m]):
    assert m > n
    assert m < 5
    A[0, 0] = 1.0
---- schedule
p = partial_eval(p, [4])
---- expect error partial_eval.S2
assert m < 5 can hold with these values
