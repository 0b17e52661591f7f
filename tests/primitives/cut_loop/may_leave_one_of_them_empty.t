def p(A: f32[8]):
    for i in seq(2, 8):
        for j in seq(0, i):
            A[j] += 1.0
---- schedule
p = cut_loop(p, 'i', 8)
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(2, 8):
        for j in seq(0, i):
            A[j] += 1.0
    for i in seq(8, 8):
        for j in seq(0, i):
            A[j] += 1.0
