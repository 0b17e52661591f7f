def p(n: size, A: f32[n], x: f32):
    A[0] = 2.0
---- schedule
p = specialize(p, 'A[_] = _', 'x < 1.0')
---- expect error specialize.R1
'x < 1.0' has no meaning here
