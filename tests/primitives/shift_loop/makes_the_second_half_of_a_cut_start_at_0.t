def p(n: size, A: f32[n]):
    assert n >= 4
    for i in seq(0, n):
        A[i] = 1.0
---- schedule
p = cut_loop(p, 'i', 'n - 4')
p = shift_loop(p, 'i #1', 0)
---- expect
def p(n: size, A: f32[n] @ DRAM):
    assert n >= 4
    for i in seq(0, n - 4):
        A[i] = 1.0
    for i in seq(0, 4):
        A[i + n - 4] = 1.0
