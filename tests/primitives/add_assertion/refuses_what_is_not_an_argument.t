def p(n: size, A: f32[n] @ DRAM):
    for i in seq(0, n):
        A[i] = 0.0
---- schedule
p = add_assertion(p, 'i < 4')
---- expect error add_assertion.R1
unknown name `i`
