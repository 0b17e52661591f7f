def f(k: index, n: size, dst: [f32][n]):
    assert k >= 0
    assert k < 2
    for i in seq(0, n):
        if i < k:
            dst[i] = 1.0
def g(n: size, dst: [f32][n]):
    for i in seq(0, n):
        if i < 0:
            dst[i] = 1.0
def p(A: f32[8]):
    for i in seq(0, 8):
        if i < 1:
            A[i] = 1.0
---- schedule
zero = rename(partial_eval(f, [0]), 'zero')
one = rename(partial_eval(f, [1]), 'one')
p = replace(p, 'for i in _: _', one)
p = call_eqv(p, 'one(_)', zero)
---- expect error call_eqv.S5
one and zero are of one contract
