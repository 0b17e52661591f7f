def p(A: f32[4]):
    t: f32[4]
    t[0] = A[0]
    w = t[0:2]
    A[1] = w[0]
---- schedule
p = inline_assign(p, 't[_] = _')
---- expect error inline_assign.R3
t is passed on here
