def p(n: size, A: f32[n] @ DRAM):
    A[0] = 0.0
---- schedule
p = add_assertion(p, 'A[0] < 1.0')
---- expect error add_assertion.R1
