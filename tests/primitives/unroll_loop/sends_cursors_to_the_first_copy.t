def p(A: f32[8]):
    for i in seq(0, 2):
        A[i] = 1.0
        for j in seq(0, 2):
            A[i + 2 * j] = 2.0
    A[7] = 3.0
---- schedule
c = p.find('for j in _: _')
p = unroll_loop(p, 'i')
p = unroll_loop(p, c)
---- expect
def p(A: f32[8] @ DRAM):
    A[0] = 1.0
    A[0] = 2.0
    A[2] = 2.0
    A[1] = 1.0
    for j in seq(0, 2):
        A[1 + 2 * j] = 2.0
    A[7] = 3.0
