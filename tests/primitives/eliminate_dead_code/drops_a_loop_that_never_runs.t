def p(n: size, A: f32[n]):
    assert n % 4 == 0
    A[0] = 1.0
    for i in seq(0, n % 4):
        A[i] = 2.0
---- schedule
p = eliminate_dead_code(p, 'for i in _: _')
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    A[0] = 1.0
