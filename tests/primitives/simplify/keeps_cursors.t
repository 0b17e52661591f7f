def p(A: f32[8]):
    for i in seq(0, 1):
        if i < 1:
            A[i] = 1.0
            for j in seq(0, 2):
                A[i + j] = 2.0
    for k in seq(0, 2):
        A[k + 1] = 3.0
---- schedule
j = p.find('for j in _: _')
k = p.find('for k in _: _')
p = simplify(p)
p = unroll_loop(p, j)
p = unroll_loop(p, k)
---- expect
def p(A: f32[8] @ DRAM):
    A[0] = 1.0
    A[0] = 2.0
    A[1] = 2.0
    A[1] = 3.0
    A[2] = 3.0
