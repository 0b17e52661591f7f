def p(n: size, A: f32[n] @ DRAM):
    A[0] = 0.0
---- schedule
p = add_assertion(p, 'n + 1')
---- expect error add_assertion.R1
'n + 1' is not a condition
