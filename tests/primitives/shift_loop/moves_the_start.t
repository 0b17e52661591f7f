def p(A: f32[8]):
    for i in seq(0, 4):
        A[i] = 1.0
---- schedule
p = shift_loop(p, 'i', 2)
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(2, 6):
        A[i - 2] = 1.0
