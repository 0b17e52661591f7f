def p(A: f32[8]):
    for i in seq(0, 1):
        for j in seq(0, 8):
            A[8 * i + j] = 1.0
---- schedule
p = simplify(p, keep_loops=True)
p = reorder_loops(p, 'i j')
---- expect
def p(A: f32[8] @ DRAM):
    for j in seq(0, 8):
        for i in seq(0, 1):
            A[8 * i + j] = 1.0
