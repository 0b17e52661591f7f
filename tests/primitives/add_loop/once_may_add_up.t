def p(A: f32[4]):
    A[0] += 1.0
---- schedule
p = add_loop(p, 'A[_] += _', 'k', 1)
---- expect
def p(A: f32[4] @ DRAM):
    for k in seq(0, 1):
        A[0] += 1.0
