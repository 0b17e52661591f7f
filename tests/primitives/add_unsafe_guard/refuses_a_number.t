def p(n: size, A: f32[n]):
    A[0] = 1.0
---- schedule
p = add_unsafe_guard(p, 'A[_] = _', 'n')
---- expect error add_unsafe_guard.R1
'n' is not a condition
