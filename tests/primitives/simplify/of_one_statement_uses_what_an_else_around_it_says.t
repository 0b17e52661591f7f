def p(M: size, A: f32[M]):
    assert M < 3
    if M == 1:
        A[0] = 2.0
    else:
        for i in seq(0, M):
            A[i] = 1.0
---- schedule
p = simplify(p, 'for i in _: _')
---- expect
def p(M: size, A: f32[M] @ DRAM):
    assert M < 3
    if M == 1:
        A[0] = 2.0
    else:
        for i in seq(0, 2):
            A[i] = 1.0
