def p(n: size, A: f32[n]):
    A[0] = 1.0
    pass
---- schedule
p = delete_pass(p, 'A[_] = _')
---- expect error delete_pass.R1
