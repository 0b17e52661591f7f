def p(A: f32[8]):
    A[0] = 1.0
---- schedule
p = eliminate_dead_code(p, 'A[_] = _')
---- expect error eliminate_dead_code.R1
