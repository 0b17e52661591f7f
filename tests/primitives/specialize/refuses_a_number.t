def p(n: size, A: f32[n]):
    A[0] = 2.0
---- schedule
p = specialize(p, 'A[_] = _', ['n == 2', 'n + 1'])
---- expect error specialize.R1
'n + 1' is not a condition
