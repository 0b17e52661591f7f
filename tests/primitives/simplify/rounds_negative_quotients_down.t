def p(A: f32[8]):
    for i in seq(0, 4):
        A[(i - 4) / 4 + 1] = 1.0
        A[(4 * i - 5) / 4 + 2] = 2.0
---- schedule
p = simplify(p)
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(0, 4):
        A[0] = 1.0
        A[i] = 2.0
