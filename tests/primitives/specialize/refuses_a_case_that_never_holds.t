def p(n: size, A: f32[n]):
    assert n % 4 == 0
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['n == 8', 'n == 6'])
---- expect error specialize.R3
'n == 6' never holds here
