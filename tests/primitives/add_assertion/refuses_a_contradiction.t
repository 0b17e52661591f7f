def p(n: size, A: f32[n] @ DRAM):
    assert n > 4
    A[0] = 0.0
---- schedule
p = add_assertion(p, 'n < 3')
---- expect error add_assertion.R2
no arguments meet
