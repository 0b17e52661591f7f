def p(A: f32[8]):
    for i in seq(3, 3):
        A[i] = 1.0
---- schedule
p = unroll_loop(p, 'i')
---- expect
def p(A: f32[8] @ DRAM):
    pass
