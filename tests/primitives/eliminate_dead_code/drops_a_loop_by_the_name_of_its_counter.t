def p(A: f32[8]):
    for i in seq(3, 3):
        A[i] = 1.0
    A[0] = 2.0
---- schedule
p = eliminate_dead_code(p, 'i')
---- expect
def p(A: f32[8] @ DRAM):
    A[0] = 2.0
