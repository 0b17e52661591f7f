def p(A: f32[8]):
    for i in seq(0, 4):
        A[i + 0 * i] = 1.0
        A[i + 1 - 1] = 0.0 * A[2 * 3]
---- schedule
p = simplify(p, 'A[_] = _ #1')
---- expect
def p(A: f32[8] @ DRAM):
    for i in seq(0, 4):
        A[i + 0 * i] = 1.0
        A[i] = 0.0 * A[6]
