def p(n: size, A: f32[n]):
    A[0] = 2.0
---- schedule
p = specialize(p, 'A[_] = _', [])
---- expect error specialize.R1
no condition is given
