def p(A: f32[8]):
    for i in seq(3, 5):
        A[i] = 1.0
        A[2 * i - 6] = 2.0
---- schedule
p = unroll_loop(p, 'i')
---- expect
def p(A: f32[8] @ DRAM):
    A[3] = 1.0
    A[0] = 2.0
    A[4] = 1.0
    A[2] = 2.0
