def p(n: size, m: size, A: f32[n] @ DRAM):
    assert n % 4 == 0
    assert m <= n
    for i in seq(0, m):
        A[i] = 1.0
---- schedule
p = partial_eval(p, [8])
---- expect
def p(m: size, A: f32[8] @ DRAM):
    assert m <= 8
    for i in seq(0, m):
        A[i] = 1.0
