def p(M: size, A: f32[M]):
    assert M < 4
    for i in seq(0, M):
        A[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['M == 1', 'M == 2', 'M == 3'])
p = simplify(p)
p = unroll_loop(p, 'i')
p = unroll_loop(p, 'i')
---- expect
def p(M: size, A: f32[M] @ DRAM):
    assert M < 4
    if M == 1:
        A[0] = 1.0
    elif M == 2:
        A[0] = 1.0
        A[1] = 1.0
    else:
        A[0] = 1.0
        A[1] = 1.0
        A[2] = 1.0
