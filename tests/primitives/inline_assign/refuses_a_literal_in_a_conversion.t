def p(A: f32[4], x: f32):
    t: f32
    t = 1.0
    A[0] = f32(t)
---- schedule
p = inline_assign(p, 't = _')
---- expect error inline_assign.R4
a literal is not converted, and no name there gives it a type
