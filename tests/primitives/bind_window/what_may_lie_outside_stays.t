def p(n: size, m: size, A: f32[n] @ DRAM):
    assert n > 8
    assert m < n
    A[m] = 1.0
    A[7] = 1.0
    A[8] = 1.0
    if m < 8:
        A[m] = 2.0
---- schedule
p = bind_window(p, p.body(), 'A[0:8]', 'w')
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    assert n > 8
    assert m < n
    w = A[0:8]
    A[m] = 1.0
    w[7] = 1.0
    A[8] = 1.0
    if m < 8:
        w[m] = 2.0
