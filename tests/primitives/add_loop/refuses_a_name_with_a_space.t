def p(A: f32[4]):
    A[0] = 1.0
---- schedule
p = add_loop(p, 'A[_] = _', 'k k', 2)
---- expect error add_loop.R1
invalid identifier 'k k'
