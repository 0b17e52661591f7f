def p(A: f32[8]):
    t: f32[8]
    A[0] = 1.0
---- schedule
p = delete_buffer(p, 't : i8[_]')
---- expect error pattern
nothing in p matches 't : i8[_]'
