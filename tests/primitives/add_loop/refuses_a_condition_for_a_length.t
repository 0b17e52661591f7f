def p(n: size, A: f32[4]):
    A[0] = 1.0
---- schedule
p = add_loop(p, 'A[_] = _', 'k', 'n > 2')
---- expect error add_loop.R2
'n > 2' is not an index expression
