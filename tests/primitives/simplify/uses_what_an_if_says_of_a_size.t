def p(M: size, A: f32[M]):
    for i in seq(0, M):
        A[i] = 1.0
---- schedule
p = specialize(p, 'for i in _: _', ['M == 2'])
p = simplify(p)
p = unroll_loop(p, 'i')
---- expect
def p(M: size, A: f32[M] @ DRAM):
    if M == 2:
        A[0] = 1.0
        A[1] = 1.0
    else:
        for i in seq(0, M):
            A[i] = 1.0
