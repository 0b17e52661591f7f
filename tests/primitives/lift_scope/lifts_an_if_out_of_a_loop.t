def p(n: size, m: size, A: f32[n]):
    for i in seq(0, n):
        if m < 3:
            A[i] = 1.0
        else:
            A[i] = 2.0
---- schedule
p = lift_scope(p, 'if _: _')
---- expect
def p(n: size, m: size, A: f32[n] @ DRAM):
    if m < 3:
        for i in seq(0, n):
            A[i] = 1.0
    else:
        for i in seq(0, n):
            A[i] = 2.0
